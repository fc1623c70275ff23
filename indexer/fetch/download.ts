import {setTimeout as wait} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {ExtractRefused} from '../read/extract-refused.ts';
import {openExtract} from '../read/open-extract.ts';
import {diskFull, keepRoom, needRoom, openPart, type PartFile} from './extract-folder.ts';
import type {FetchProgress} from './fetch-progress.ts';
import {type Chunk, FetchFailed, PartSpoiled, type RemoteFile, type Source} from './source.ts';

export type FetchLimits = {
  /** How long a server may be silent, and how long its rate is measured. */
  readonly stallMs: number;
  /** How fast a server must be on average. */
  readonly minBytesPerSecond: number;
  /** Of the whole fetch, retries included. */
  readonly deadlineMs: number;
  /** The most that an extract may unpack to; no file that holds one is larger. */
  readonly maxBytes: number;
};

/** A fetch into a folder that it has locked. */
export type Fetching = {
  readonly source: Source;
  readonly folder: string;
  readonly limits: FetchLimits;
  /** How many retries in a row may fail. */
  readonly retries: number;
  /** Milliseconds before the first retry, at most; each further one waits up to twice as long. */
  readonly delayMs: number;
  readonly signal: AbortSignal;
  readonly progress: FetchProgress;
};

/** Downloads one version of a file into the folder, and verifies that it is complete. */
export const download = async (fetching: Fetching, remote: RemoteFile): Promise<void> => {
  const {source, folder, progress} = fetching;
  const {maxBytes} = fetching.limits;
  if (remote.size === 0) throw uploading(remote, source);
  if (remote.size !== null && remote.size > maxBytes) throw tooLarge(maxBytes);
  const part = await openPart(folder, remote);
  try {
    progress.started(remote, part.size());
    if (remote.size !== null) needRoom(folder, remote.size - part.size());
    await fillPart(fetching, remote, part);
    const now = await retry(fetching, () => source.again(remote));
    if (!isDeepStrictEqual(now, remote)) throw uploading(remote, source);
    await (await openExtract(part.path)).close();
    await part.finish();
  } catch (error) {
    // A zip ends with its directory, so only a complete upload has one. Anything else that is wrong with
    // the file will be wrong next time, too.
    const isCutOff = error instanceof ExtractRefused && error.code === 'ZipTruncated';
    const cause = isCutOff ? uploading(remote, source, error) : error;
    const failure = diskFull(folder, error) ?? cause;
    const isWorthless = failure instanceof PartSpoiled || failure instanceof ExtractRefused;
    await (isWorthless ? part.discard() : part.close());
    throw failure;
  }
};

/**
 * Downloads what the part lacks, and resumes after a lost or stalled connection. Only an attempt that
 * gets further than all before counts as progress, unless it was too slow: a server that starts over
 * each time and fails at the same place is given up.
 */
const fillPart = async (fetching: Fetching, file: RemoteFile, part: PartFile): Promise<void> => {
  const {source, folder, limits, progress} = fetching;
  const {place} = source;
  const {name, size} = file;
  let furthest = 0;
  const isComplete = () => part.size() === size;
  /** The server sends more than it announced, or says that there is no more to send. */
  const wrongSize = (sent: number | 'more') =>
    new PartSpoiled(
      `${place} announced ${size} bytes for ${name} but sent ${sent}. It may still be uploading; try again later.`,
    );

  const attempt = async () => {
    if (isComplete()) return;
    const chunks = source.read(file, part.size());
    for await (const {at, bytes} of fastEnough(chunks, place, limits)) {
      if (size !== null && at + bytes.length > size) throw wrongSize('more');
      if (at + bytes.length > limits.maxBytes) throw tooLarge(limits.maxBytes);
      keepRoom(folder, bytes.length);
      await part.write(at, bytes);
      progress.advance(part.size(), size);
    }
    if (size === null || isComplete()) return;
    if (part.size() <= furthest) throw wrongSize(part.size());
    throw new FetchFailed(`${place} ended the transfer early.`, {isTransient: true});
  };

  const hasGained = (error: unknown) => {
    const gained = part.size() > furthest && !(error instanceof TooSlow);
    furthest = Math.max(furthest, part.size());
    return gained;
  };

  await retry(fetching, attempt, hasGained);
};

const tooLarge = (maxBytes: number) => new ExtractRefused('FileTooLarge', maxBytes);

const uploading = ({name}: RemoteFile, {place}: Source, cause?: unknown): PartSpoiled =>
  new PartSpoiled(`${name} is incomplete at ${place}: it is still uploading. Try again later.`, {
    cause,
  });

/**
 * Retries transient failures. `hasGained` tells after each one whether the attempt got further than
 * all before it, which starts the count anew.
 */
export const retry = async <Result>(
  {retries, delayMs, signal, progress}: Fetching,
  attempt: () => Promise<Result>,
  hasGained: (error: unknown) => boolean = () => false,
): Promise<Result> => {
  for (let failures = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      failures = hasGained(error) ? 0 : failures + 1;
      const isTransient = error instanceof FetchFailed && error.isTransient;
      if (!isTransient || failures > retries) throw error;
      progress.notice(`${error.message} Retrying.`);
      const delay = delayMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
      await wait(delay, undefined, {signal}).catch(() => signal.throwIfAborted());
    }
  }
};

/** A server that sends something now and then, but not enough to wait for. */
class TooSlow extends FetchFailed {}

/**
 * Passes on the chunks of a download while they come fast enough. The time the consumer takes, to write
 * to the disk, does not count. @throws {TooSlow} when a chunk comes after a window with too few bytes.
 */
async function* fastEnough(
  chunks: AsyncIterable<Chunk>,
  place: string,
  {minBytesPerSecond, stallMs}: FetchLimits,
): AsyncGenerator<Chunk> {
  let [received, waitedMs] = [0, 0];
  let askedAt = performance.now();
  for await (const chunk of chunks) {
    waitedMs += performance.now() - askedAt;
    if (waitedMs >= stallMs) {
      if (received < (minBytesPerSecond * waitedMs) / 1000) {
        throw new TooSlow(
          `${place} sent ${received} bytes in ${Math.round(waitedMs / 100) / 10} s, less than FETCH_MIN_BYTES_PER_SECOND (${minBytesPerSecond}) requires. Lower it if the server is always this slow.`,
          {isTransient: true},
        );
      }
      [received, waitedMs] = [0, 0];
    }
    received += chunk.bytes.length;
    yield chunk;
    askedAt = performance.now();
  }
}
