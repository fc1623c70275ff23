import {constants, openSync, type Stats} from 'node:fs';
import {type FileHandle, open, stat} from 'node:fs/promises';
import {Socket} from 'node:net';
import {addAbortSignal, type Readable} from 'node:stream';
import {UsageError} from '#core/command-line/errors.ts';

/** The bytes of a file or of a pipe, before anything is known of them. */
export type Input = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** For random access; absent for a pipe. */
  readonly file?: FileHandle;
  readonly stats?: Stats;
  close(): Promise<void>;
};

/** The path cannot be read: an error of the command, not of the extract. */
export class InputUnreadable extends UsageError {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file. Check the path.',
  EACCES: 'Permission denied. Let the user that runs the import read it.',
  EPERM: 'Permission denied. Let the user that runs the import read it.',
  EISDIR: 'It is a directory. Pass a file in it.',
};

/** @param signal Ends the wait for a pipe that is silent. @throws {InputUnreadable} */
export const openFile = async (path: string, signal?: AbortSignal): Promise<Input> => {
  let file: FileHandle | undefined;
  try {
    if ((await stat(path)).isFIFO()) return pipeInput(namedPipe(path), signal);
    file = await open(path, 'r');
    const stats = await file.stat();
    if (stats.isDirectory()) throw Object.assign(new Error('is a directory'), {code: 'EISDIR'});
    return stats.isFile() ? fileInput(file, stats) : pipeInput(file.createReadStream(), signal);
  } catch (error) {
    await file?.close();
    const {code = ''} = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? `${error}.`;
    throw new InputUnreadable(`"${path}" cannot be read. ${reason}`, {cause: error});
  }
};

const fileInput = (file: FileHandle, stats: Stats): Input => ({
  chunks: readRange(file, 0, stats.size),
  file,
  stats,
  close: () => file.close(),
});

/** Bytes from the start of a file, or of its content, that are enough to recognise it. */
export const startBytes = 512;

const chunkBytes = 256 * 1024;

/** The bytes of a file from `start` up to `end`, or up to its own end when that comes first. */
export async function* readRange(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at));
    const {bytesRead} = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * A socket, since a named pipe that is opened as a file blocks one of Node's threads until its writer
 * comes and for every read, and cannot be interrupted.
 */
const namedPipe = (path: string): Readable => {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({fd, readable: true, writable: false});
};

/** Standard input or a named pipe. Closing it ends it for its writer, too. */
export const pipeInput = (stream: Readable, signal?: AbortSignal): Input => ({
  chunks: signal ? addAbortSignal(signal, stream) : stream,
  close: async () => {
    stream.destroy();
  },
});

/**
 * The first bytes of a stream, at least `count` where it has as many, and the whole stream, which can
 * still be read from its start.
 */
export const peek = async (
  stream: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{readonly start: Buffer; readonly all: AsyncIterableIterator<Uint8Array>}> => {
  const chunks = stream[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < count) {
    const {value, done} = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return {start, all: prepend(start, chunks)};
};

/**
 * `first`, then what `chunks` still bring. Ending the iteration ends `chunks`, even before the first
 * step, as a generator would not.
 */
export const prepend = (
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> => {
  let pending = first.length > 0 ? first : undefined;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (pending === undefined) return await chunks.next();
      const value = pending;
      pending = undefined;
      return {done: false, value};
    },
    async return() {
      pending = undefined;
      await chunks.return?.();
      return {done: true, value: undefined};
    },
  };
};
