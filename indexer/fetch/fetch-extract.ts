import {type FileHandle, open, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {toMinute} from '#core/command-line/figures.ts';
import {bar, type Display, duration, mebibytes, rate} from '#core/command-line/progress.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import {openExtract} from '../read/open-extract.ts';
import {
  diskFull,
  finish,
  incompleteSince,
  isFetched,
  needRoom,
  openFolder,
  partOf,
  removeFetched,
  removeOldExtracts,
} from './extract-folder.ts';
import {ftpSource} from './ftp-source.ts';
import {httpSource} from './http-source.ts';
import {
  type Chunk,
  FetchFailed,
  PartSpoiled,
  RemoteChanged,
  type RemoteFile,
  type Source,
} from './source.ts';

export type FetchLimits = {
  /** How long a server may be silent, and the window in which its rate is measured. */
  readonly stallMs: number;
  /** The rate that a server must reach on average. */
  readonly minBytesPerSecond: number;
  /** The time limit of the whole fetch, including retries. */
  readonly deadlineMs: number;
  /** The most that an extract may unpack to; no file that holds one is larger. */
  readonly maxBytes: number;
};

type FetchOptions = {
  readonly url: string;
  /** The indexer's folder: extracts are kept in a folder below it. */
  readonly directory: string;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly display: Display;
  /** The number of retries in a row that may fail. */
  readonly retries?: number;
  /** Milliseconds before the first retry, at most; each further one waits up to twice as long. */
  readonly delayMs?: number;
};

/** A fetch into a folder that it has locked. */
type Fetching = Required<Omit<FetchOptions, 'url' | 'directory' | 'display'>> & {
  readonly source: Source;
  readonly folder: string;
  readonly progress: ReturnType<typeof fetchProgress>;
};

export type Fetched = {
  readonly status: 'fetched' | 'already-here';
  /** Path of the extract. */
  readonly file: string;
  readonly name: string;
  /** Size of the file. */
  readonly bytes: number;
};

const maxStarts = 3;

/** The server at an `EXTRACT_URL`. */
export const sourceAt = (url: string, stallMs: number, signal: AbortSignal): Source => {
  const address = new URL(url);
  return (/^ftps?:$/.test(address.protocol) ? ftpSource : httpSource)(address, stallMs, signal);
};

/**
 * Fetches the newest extract unless it is present: find → compare → check space → download → verify →
 * rename. The file appears under its name only when complete. The part of an interrupted download
 * stays, and the next run resumes it; a part that cannot be trusted is deleted. If a file is replaced
 * during its download, that starts over, at most twice. Whatever the server does, the fetch ends at its
 * deadline.
 *
 * Throws `FetchFailed` if no extract can be fetched now, `ExtractRefused` if the file is not an
 * extract, and the reason of `signal` when aborted.
 */
export const fetchExtract = async (options: FetchOptions): Promise<Fetched> => {
  // Retries take half a minute at most: a longer outage is left to the next run.
  const {url, directory, limits, display, retries = 4, delayMs = 2000} = options;
  const {folder, lock} = await openFolder(directory);
  const progress = fetchProgress(display);
  const late = new AbortController();
  const signal = AbortSignal.any([options.signal, late.signal]);
  const source = sourceAt(url, limits.stallMs, signal);
  const deadline = setTimeout(() => {
    const limit = `FETCH_DEADLINE_SECONDS (${limits.deadlineMs / 1000})`;
    late.abort(
      new FetchFailed(
        `The fetch from ${source.place} did not end within ${limit}. What was downloaded is kept, and the next run resumes it. Raise the deadline if the server is always this slow.`,
      ),
    );
  }, limits.deadlineMs);
  try {
    for (let starts = 1; ; starts += 1) {
      try {
        return await fetchNewest({source, folder, limits, retries, delayMs, signal, progress});
      } catch (error) {
        if (!(error instanceof RemoteChanged)) throw error;
        if (starts === maxStarts) {
          throw new FetchFailed(`${error.message} Try again later.`, {cause: error});
        }
        progress.notice(`${error.message} Starting over.`);
      }
    }
  } finally {
    clearTimeout(deadline);
    lock.close();
    display.end();
  }
};

const fetchNewest = async (fetching: Fetching): Promise<Fetched> => {
  const {source, folder} = fetching;
  const remote = await retry(fetching, source.newest);
  const file = join(folder, remote.name);
  const isHere = await isFetched(folder, remote);
  if (!isHere) await download(fetching, remote);
  await removeOldExtracts(folder, remote.name);
  const {size: bytes} = await stat(file);
  return {status: isHere ? 'already-here' : 'fetched', file, name: remote.name, bytes};
};

/** Downloads one version of a file into the folder, and verifies that it is complete. */
const download = async (fetching: Fetching, remote: RemoteFile): Promise<void> => {
  const {source, folder, limits} = fetching;
  if (remote.size === 0) throw uploading(remote, source);
  if (remote.size !== null && remote.size > limits.maxBytes) throw tooLarge(limits);
  const path = await partOf(folder, remote);
  const part = await open(path, 'a');
  try {
    await fillPart(fetching, remote, part);
    const now = await retry(fetching, () => source.again(remote));
    if (!isDeepStrictEqual(now, remote)) throw uploading(remote, source);
    await (await openExtract(path)).close();
    const modifiedAt = new Date(remote.modifiedAt ?? Date.now());
    await part.utimes(modifiedAt, modifiedAt);
    await part.sync();
    await part.close();
    await finish(path, join(folder, remote.name));
  } catch (error) {
    await part.close();
    // A zip ends with its directory, so only a complete upload has one. Any other fault of the file will
    // still be there next time.
    const isCutOff = error instanceof ExtractRefused && error.code === 'ZipTruncated';
    const cause = isCutOff ? await incomplete(fetching, remote, error) : error;
    const failure = diskFull(folder, error) ?? cause;
    if (failure instanceof ExtractRefused) failure.fileName = remote.name;
    const isWorthless = failure instanceof PartSpoiled || failure instanceof ExtractRefused;
    if (isWorthless) await removeFetched(path);
    throw failure;
  }
};

/**
 * Downloads the rest of a part, and resumes after a lost or stalled connection. Only an attempt that
 * gets further than all earlier ones counts as progress, unless it was too slow: a server that starts over
 * each time and fails at the same place is given up.
 */
const fillPart = async (fetching: Fetching, file: RemoteFile, part: FileHandle): Promise<void> => {
  const {source, folder, limits, progress} = fetching;
  const {name, size: total} = file;
  let [{size}, furthest] = [await part.stat(), 0];
  /** The error for a server that sends more than it announced, or ends before that. */
  const wrongSize = (sent: number | 'more') =>
    new PartSpoiled(
      `${source.place} announced ${total} bytes for ${name} but sent ${sent}. It may still be uploading; try again later.`,
    );

  const attempt = async () => {
    if (size === total) return;
    for await (const {at, bytes} of fastEnough(source, source.read(file, size), limits)) {
      const end = at + bytes.length;
      if (total !== null && end > total) throw wrongSize('more');
      if (end > limits.maxBytes) throw tooLarge(limits);
      needRoom(folder, bytes.length, 'during the download');
      // The source starts over at 0.
      if (at !== size) await part.truncate(at);
      await part.appendFile(bytes);
      size = end;
      progress.advance(size, total);
    }
    if (total === null || size === total) return;
    if (size <= furthest) throw wrongSize(size);
    throw new FetchFailed(`${source.place} ended the transfer early.`, {isTransient: true});
  };

  const hasGained = (error: unknown) => {
    const gained = size > furthest && !(error instanceof TooSlow);
    furthest = Math.max(furthest, size);
    return gained;
  };

  progress.started(file, size);
  if (total !== null) needRoom(folder, total - size, 'before the download');
  await retry(fetching, attempt, hasGained);
};

const tooLarge = ({maxBytes}: FetchLimits) => new ExtractRefused('FileTooLarge', maxBytes);

const uploading = ({name}: RemoteFile, {place}: Source, cause?: unknown): PartSpoiled =>
  new PartSpoiled(`${name} is incomplete at ${place}: it is still uploading. Try again later.`, {
    cause,
  });

/** The error for a zip without its end: it is still uploading, unless the upload has stalled. */
const incomplete = async ({source, folder}: Fetching, remote: RemoteFile, cause: unknown) => {
  const since = await incompleteSince(folder, remote);
  if (since === undefined) return uploading(remote, source, cause);
  const what = `${remote.name} has been incomplete at ${source.place} since ${toMinute(since.toISOString())}`;
  return new ExtractRefused('StaysIncomplete', what, {cause});
};

/**
 * Retries transient failures. After each one, `hasGained` tells whether the attempt got further than
 * all earlier ones, which resets the count.
 */
const retry = async <Result>(
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

/** The error for a server that sends something now and then, but too little to wait for. */
class TooSlow extends FetchFailed {}

/**
 * Passes on the chunks of a download while they arrive fast enough. The time that the consumer takes to write
 * to the disk does not count. @throws {TooSlow} if a chunk arrives after a window with too few bytes.
 */
async function* fastEnough(
  {place}: Source,
  chunks: AsyncIterable<Chunk>,
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

/** Shows the events of a fetch. */
export const fetchProgress = (display: Display, now = () => performance.now()) => {
  let start = {at: now(), bytes: 0};
  return {
    /** @param bytesRead The number of bytes that an earlier download left. */
    started: ({name, size: totalBytes}: RemoteFile, bytesRead: number) => {
      start = {at: now(), bytes: bytesRead};
      const rest = bytesRead === 0 ? '' : `, resuming at ${mebibytes(bytesRead)}`;
      display.show({
        text: `fetching ${name}${rest} …`,
        entry: {event: 'phase', phase: 'fetching', name, bytesRead, totalBytes},
      });
    },
    advance: (bytesRead: number, totalBytes: number | null) =>
      display.status(() => {
        // The rate of this download only; after the server started over, there are fewer bytes than before.
        const bytesPerSecond = rate(Math.max(0, bytesRead - start.bytes), now() - start.at);
        const entry = {bytesRead, totalBytes, bytesPerSecond};
        const amount = `${mebibytes(bytesRead)}, ${mebibytes(bytesPerSecond)}/s`;
        if (totalBytes === null) return {text: amount, entry};
        const seconds = (totalBytes - bytesRead) / bytesPerSecond;
        const left = bytesPerSecond > 0 ? `, ${duration(seconds)} left` : '';
        return {text: `${bar(Math.min(1, bytesRead / totalBytes))}  ${amount}${left}`, entry};
      }),
    /** Reports a failure that is retried. */
    notice: (sentence: string) =>
      display.show({text: sentence, entry: {event: 'notice', sentence}}),
  };
};
