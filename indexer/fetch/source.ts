import {TryLater} from '#core/command-line/errors.ts';

/** A version of a file on a server, the same if all members are equal; `null` is a value that the server omits. */
export type RemoteFile = {
  readonly name: string;
  readonly size: number | null;
  /** An ISO instant. */
  readonly modifiedAt: string | null;
  readonly entityTag: string | null;
};

/** Consecutive bytes of a file, and their offset in it. */
export type Chunk = {readonly at: number; readonly bytes: Uint8Array};

/** A server that publishes extracts. Its errors are `FetchFailed`, or the reason of its signal. */
export type Source = {
  /** Scheme and host, for messages: without user and password. */
  readonly place: string;
  /** The newest extract. */
  readonly newest: () => Promise<RemoteFile>;
  /** The current version of the same file. @throws {RemoteChanged} if it no longer exists. */
  readonly again: (file: RemoteFile) => Promise<RemoteFile>;
  /**
   * The content from an offset on, or from the start if the server cannot resume. It can end
   * before the file does; the caller compares sizes. @throws {RemoteChanged} if the version differs.
   */
  readonly read: (file: RemoteFile, from: number) => AsyncGenerator<Chunk>;
};

/**
 * Nothing was fetched, and a later run can succeed. The message is a sentence for the operator; it
 * names the server, never the user or the password.
 */
export class FetchFailed extends TryLater {
  /** Whether an immediate retry can help. A refused login, for one, stays refused. */
  readonly isTransient: boolean;

  constructor(message: string, options: ErrorOptions & {readonly isTransient?: boolean} = {}) {
    super(message, options);
    this.isTransient = options.isTransient ?? false;
  }
}

/** A failure after which the bytes downloaded so far are useless and are deleted. */
export class PartSpoiled extends FetchFailed {}

/** The file at the server is no longer the version whose download began. */
export class RemoteChanged extends PartSpoiled {}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host. Check EXTRACT_URL and the DNS settings of this machine',
  EAI_AGAIN: 'the DNS servers do not answer. Check the network of this machine',
  ECONNREFUSED: 'connection refused. Check the host and port in EXTRACT_URL',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not use TLS there. Write http:// or ftp:// in EXTRACT_URL, or correct its port',
  EHOSTUNREACH: 'no route to the host. Check the network of this machine',
  ENETUNREACH: 'no route to the host. Check the network of this machine',
};

/** @param place The server, as `Source` names it. */
export const connectionFailed = (place: string, cause: unknown): FetchFailed => {
  const {code} = cause as NodeJS.ErrnoException;
  // Codes of undici tell an operator nothing.
  const isTelling = code !== undefined && !code.startsWith('UND_ERR_');
  const lost = isTelling ? `the connection was lost (${code})` : 'the connection was lost';
  const reason = reasons[code ?? ''] ?? lost;
  return new FetchFailed(`Cannot reach ${place}: ${reason}.`, {cause, isTransient: true});
};

/** The error for a server that keeps the connection open and sends nothing. */
export const stalled = (place: string, stallMs: number, cause?: unknown): FetchFailed =>
  new FetchFailed(`${place} sent no data for ${stallMs / 1000} s.`, {cause, isTransient: true});
