import {isDeepStrictEqual} from 'node:util';

/** A version of a file on a server; `null` is what the server does not tell. */
export type RemoteFile = {
  readonly name: string;
  readonly size: number | null;
  /** An ISO instant. */
  readonly modifiedAt: string | null;
  readonly entityTag: string | null;
};

/** Whether both are the same version of one file, as far as the server tells. */
export const isSameVersion = (one: RemoteFile, other: RemoteFile): boolean =>
  isDeepStrictEqual(one, other);

/** Consecutive bytes of a file, and their offset in it. */
export type Chunk = {readonly at: number; readonly bytes: Uint8Array};

/** A server that publishes extracts. Its errors are `FetchFailed`, or the reason of `signal`. */
export type Source = {
  /** Scheme and host, for messages: without user and password. */
  readonly place: string;
  /** The newest extract. */
  readonly newest: (signal: AbortSignal) => Promise<RemoteFile>;
  /** The same file as it is now. @throws {RemoteChanged} when it no longer exists. */
  readonly again: (file: RemoteFile, signal: AbortSignal) => Promise<RemoteFile>;
  /**
   * The content from an offset on, or from the start where the server cannot resume. It can end
   * before the file does; the caller compares sizes. @throws {RemoteChanged} when the version differs.
   */
  readonly read: (file: RemoteFile, from: number, signal: AbortSignal) => AsyncGenerator<Chunk>;
};
