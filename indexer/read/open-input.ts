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
    if (!stats.isFile()) return pipeInput(file.createReadStream(), signal);
    return {chunks: readRange(file, 0, stats.size), file, stats, close: async () => file?.close()};
  } catch (error) {
    await file?.close();
    const {code = ''} = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? `${error}.`;
    throw new InputUnreadable(`"${path}" cannot be read. ${reason}`, {cause: error});
  }
};

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
 * Asks `read` with ever more of the first bytes of a stream until it finds something. Returns what that
 * is, and the whole stream, which can still be read from its start. Ending that ends the stream, even
 * before the first step; so does `read` if it throws.
 */
export const peek = async <Found>(
  stream: AsyncIterable<Uint8Array>,
  read: (start: Buffer, isAll: boolean) => Found | undefined,
): Promise<{readonly found: Found; readonly all: AsyncGenerator<Uint8Array>}> => {
  let found: Found | undefined;
  /** It yields the start twice: once begun, a generator ends its source when it is ended. */
  async function* startTwice() {
    let start = Buffer.alloc(0);
    for await (const chunk of stream) {
      if (found !== undefined) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      found = read(start, false);
      if (found === undefined) continue;
      yield start;
      yield start;
    }
    if (found !== undefined) return;
    found = read(start, true);
    yield start;
    yield start;
  }
  const all = startTwice();
  await all.next();
  return {found: found as Found, all};
};
