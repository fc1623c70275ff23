/** Elasticsearch holds less than it acknowledged, as after a crash: the extract is not to blame. */
export class WritesLost extends Error {
  override readonly name = 'WritesLost';

  constructor(found: string) {
    super(`${found} Elasticsearch lost writes: look at its log, then import again.`);
  }
}
