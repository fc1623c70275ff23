import {constants, openSync, type Stats} from 'node:fs';
import {type FileHandle, open, stat} from 'node:fs/promises';
import {Socket} from 'node:net';
import {addAbortSignal, type Readable} from 'node:stream';
import {UsageError} from '#core/command-line/errors.ts';

/** The bytes of a file or of a pipe, of unknown content. */
export type Input = {
  readonly stream: Readable;
  /** For random access; absent for a pipe. */
  readonly file?: FileHandle;
  readonly stats?: Stats;
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
export const openInput = async (
  path: string,
  stdin: Readable,
  signal: AbortSignal | undefined,
): Promise<Input> => {
  const pipe = (stream: Readable) => (signal ? addAbortSignal(signal, stream) : stream);
  if (path === '-') return {stream: pipe(stdin)};
  try {
    const stats = await stat(path);
    if (stats.isFIFO()) return {stream: pipe(namedPipe(path))};
    if (stats.isDirectory()) throw Object.assign(new Error('is a directory'), {code: 'EISDIR'});
    const file = await open(path, 'r');
    const stream = file.createReadStream({highWaterMark: chunkBytes});
    return stats.isFile() ? {stream, file, stats} : {stream: pipe(stream)};
  } catch (error) {
    const {code = ''} = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? `${error}.`;
    throw new InputUnreadable(`"${path}" cannot be read. ${reason}`, {cause: error});
  }
};

export const chunkBytes = 256 * 1024;

/**
 * A socket: opened as a file, a named pipe blocks one of Node's threads until its writer comes and
 * for every read, and cannot be interrupted.
 */
const namedPipe = (path: string): Readable => {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({fd, readable: true, writable: false});
};

/**
 * Calls `read` with more and more of the first bytes of a stream until it finds something. Returns the
 * finding, and the whole stream, which can still be read from its start. Ending that ends the original
 * stream, even before the first step; so does an error of `read`.
 */
export const peek = async <Found>(
  stream: AsyncIterable<Uint8Array>,
  read: (start: Buffer, isAll: boolean) => Found | undefined,
) => {
  let found: Found | undefined;
  /** Yields the start twice: a generator that was ended before its first step would not end its source. */
  async function* startTwice(): AsyncGenerator<Uint8Array> {
    let start = Buffer.alloc(0);
    for await (const chunk of stream) {
      if (found === undefined) {
        start = Buffer.concat([start, chunk]);
        found = read(start, false);
        if (found !== undefined) yield* [start, start];
      } else yield chunk;
    }
    if (found !== undefined) return;
    found = read(start, true);
    yield* [start, start];
  }
  const all = startTwice();
  await all.next();
  return {found: found as Found, all};
};
