import {constants, fstatSync, openSync, writeSync} from 'node:fs';
import type {DestinationStream} from 'pino';
import {metrics} from '../metrics.ts';

/** As much as a pipe takes whole (PIPE_BUF of Linux), so that lines of several processes do not mix. */
const pieceLength = 4096;

/** Maximum of bytes that wait for a blocked output, some 5,000 requests; further lines are dropped. */
const mostPendingBytes = 2 ** 20;

/** How often collected lines are written. */
const flushMs = 250;

/** How long a process that exits waits for a reader that lags. */
const lastWaits = {ms: 10, most: 100};

/**
 * Standard output, which never waits for a reader. A pipe is opened once more: a descriptor that several
 * processes share waits again as soon as one of them starts or ends another.
 */
const openOutput = (): number => {
  if (fstatSync(1).isFile()) return 1;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // A socket, a pipe of another user, or not Linux. Node makes it non-blocking when it is first read.
    void process.stdout;
    return 1;
  }
};

const droppedLine = (lines: number): string => {
  const msg = 'Log lines were dropped because standard output did not accept them.';
  return `${JSON.stringify({level: 'warn', time: new Date(), lines, msg})}\n`;
};

/**
 * Lines to a descriptor that does not block, written when 4 KB have come together or `flush` is called:
 * a call to the system for each line costs too much. Lines that are not accepted (a full disk, a pipe
 * that nobody reads or that is closed) wait for the next call. Once 1 MB waits, further lines are dropped
 * and counted until all of it is written, and then their number is logged.
 */
export const boundedOutput = (descriptor: number) => {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  let gathered = '';
  let lines = 0;
  let unsaid = 0;

  const queue = (): void => {
    if (lines === 0) return;
    const bytes = Buffer.from(gathered);
    if (unsaid === 0 && pendingBytes + bytes.length <= mostPendingBytes) {
      pending.push(bytes);
      pendingBytes += bytes.length;
    } else {
      metrics.droppedLines.inc(lines);
      unsaid += lines;
    }
    gathered = '';
    lines = 0;
  };

  const writePending = (): void => {
    while (pending[0]) {
      const written = writeSync(descriptor, pending[0]);
      pendingBytes -= written;
      if (written === pending[0].length) pending.shift();
      else pending[0] = pending[0].subarray(written);
    }
  };

  /** Writes everything; returns the code of the error that prevented it. */
  const flush = (): string | undefined => {
    queue();
    try {
      writePending();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
    if (unsaid === 0) return undefined;
    gathered = droppedLine(unsaid);
    lines = 1;
    unsaid = 0;
    return flush();
  };

  return {
    flush,
    write: (line: string): void => {
      if (gathered.length + line.length > pieceLength) flush();
      gathered += line;
      lines += 1;
    },
  };
};

/**
 * Standard output, written every quarter of a second and when the process exits, however that came. It
 * never keeps the process waiting, except for a second at its end for a reader that lags.
 */
export const standardOutput = (): DestinationStream => {
  const {write, flush} = boundedOutput(openOutput());
  const pause = new Int32Array(new SharedArrayBuffer(4));
  setInterval(flush, flushMs).unref();
  process.on('exit', () => {
    for (let waits = 0; flush() === 'EAGAIN' && waits < lastWaits.most; waits += 1) {
      Atomics.wait(pause, 0, 0, lastWaits.ms);
    }
  });
  return {write};
};
