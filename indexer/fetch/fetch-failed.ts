/**
 * Nothing was fetched, and the next run may well succeed. The message is a sentence for the operator;
 * it names the server, never the user or the password.
 */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
  /** Whether to ask again at once may help. A refused login, for one, stays refused. */
  readonly mayPass: boolean;

  constructor(message: string, options: ErrorOptions & {readonly mayPass?: boolean} = {}) {
    super(message, options);
    this.mayPass = options.mayPass ?? false;
  }
}

/** So that what was fetched until now is of no use: it is removed. */
export class PartSpoiled extends FetchFailed {}

/** The file is another one than the one that was begun. What was fetched of it is worth nothing. */
export class RemoteChanged extends Error {
  override readonly name = 'RemoteChanged';
}
