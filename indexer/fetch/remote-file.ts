import {z} from 'zod';

/** A file on a server, as far as the server tells. */
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

/** Whether both are one file in one version, as far as the server tells. */
export const isSameVersion = (one: RemoteFile, other: RemoteFile): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  one.modifiedAt === other.modifiedAt &&
  one.entityTag === other.entityTag;

/** Whether the server tells anything by which to know a version again. */
export const tellsVersion = ({size, modifiedAt, entityTag}: RemoteFile): boolean =>
  size !== null || modifiedAt !== null || entityTag !== null;

/** Some of the content, and where in the file it belongs. */
export type Piece = {readonly at: number; readonly bytes: Uint8Array};

/** A server that publishes extracts. What it throws of its own accord is a `FetchFailed`. */
export type Source = {
  /** Its scheme and host, as it may be shown: without a user or a password. */
  readonly place: string;
  /** The newest extract there is. */
  readonly newest: (signal: AbortSignal) => Promise<RemoteFile>;
  /** The same file as it is now. @throws {RemoteChanged} when it is gone. */
  readonly again: (file: RemoteFile, signal: AbortSignal) => Promise<RemoteFile>;
  /**
   * The content from a place on, or from its start where the server cannot do that. It may end before
   * the file does, which is for the caller to see. @throws {RemoteChanged} when it is another file.
   */
  readonly read: (file: RemoteFile, from: number, signal: AbortSignal) => AsyncGenerator<Piece>;
};
