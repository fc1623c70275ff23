import {z} from 'zod';

/** A file on a server; `null` is what the server does not tell. */
export const RemoteFile = z
  .object({
    name: z.string(),
    size: z.int().nonnegative().nullable(),
    /** An ISO instant. */
    modifiedAt: z.string().nullable(),
    entityTag: z.string().nullable(),
  })
  .readonly();

export type RemoteFile = z.output<typeof RemoteFile>;

/** Whether both are the same version of one file, as far as the server tells. */
export const isSameVersion = (one: RemoteFile, other: RemoteFile): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  one.modifiedAt === other.modifiedAt &&
  one.entityTag === other.entityTag;

/** Whether the server tells anything that identifies a version. */
export const tellsVersion = ({size, modifiedAt, entityTag}: RemoteFile): boolean =>
  size !== null || modifiedAt !== null || entityTag !== null;

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
