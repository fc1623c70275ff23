/** The extract is the one that is live: there is nothing to do, and nothing is wrong. */
export class AlreadyCurrent extends Error {
  override readonly name = 'AlreadyCurrent';
  readonly version: string;

  constructor(version: string) {
    super(`${version} holds this very extract, and is live.`);
    this.version = version;
  }
}
