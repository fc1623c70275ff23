/** No import has finished yet, so there is no data to answer from. */
export class DatasetNotLoaded extends Error {
  override readonly name = 'DatasetNotLoaded';
  constructor(options?: ErrorOptions) {
    super('No extract has been imported yet.', options);
  }
}

/** The search engine did not answer, or not wholly. Never says anything about the data itself. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
  constructor(options?: ErrorOptions) {
    super('The search engine did not answer.', options);
  }
}

/** A key could not be checked at the moment: nothing is known about the key itself. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  constructor(message = 'The key store did not answer.', options?: ErrorOptions) {
    super(message, options);
  }
}
