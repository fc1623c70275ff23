/** No import has finished yet. */
export class DatasetNotLoaded extends Error {
  override readonly name = 'DatasetNotLoaded';
  constructor(options?: ErrorOptions) {
    super('No extract has been imported yet.', options);
  }
}

/** Elasticsearch did not answer, or not completely. The message is public. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
  constructor(options?: ErrorOptions, message = 'The search engine did not answer.') {
    super(message, options);
  }
}

/** There was no answer in time, but it is still being computed for clients that ask again. */
export class StillComputing extends SearchUnavailable {
  constructor(options?: ErrorOptions) {
    super(options, 'The statistic is still being computed. Ask again; you are not charged twice.');
  }
}

/** Redis did not answer or write, so an API key could be neither accepted nor rejected. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  constructor(message = 'The key store did not answer.', options?: ErrorOptions) {
    super(message, options);
  }
}
