import {
  bar,
  duration,
  mebibytes,
  type Output,
  rate,
  statusLine,
} from '../progress/progress-line.ts';
import {throttle} from '../progress/throttle.ts';
import type {RemoteFile} from './remote-file.ts';

/** Told how a fetch goes; how it is shown depends on who looks. */
export type FetchProgress = {
  /** @param from How many bytes were here already. */
  readonly started: (file: RemoteFile, from: number) => void;
  readonly advance: (bytes: number, totalBytes: number | null) => void;
  /** Something went wrong and is tried again. */
  readonly notice: (sentence: string) => void;
  /** Called once, whether the fetch succeeded or not. */
  readonly ended: () => void;
};

/** The rate of what came since the start: what was here already took no time. */
const paceOf = (now: () => number) => {
  let begun = {at: now(), bytes: 0};
  return {
    from: (bytes: number) => {
      begun = {at: now(), bytes};
    },
    bytesPerSecond: (bytes: number) =>
      // A server that starts over brings fewer bytes than there were.
      rate(Math.max(0, bytes - begun.bytes), now() - begun.at),
  };
};

export const terminalFetchProgress = (
  output: Output,
  now = () => performance.now(),
): FetchProgress => {
  const sometimes = throttle(200, now);
  const pace = paceOf(now);
  const line = statusLine(output);
  return {
    started: ({name}, from) => {
      pace.from(from);
      const rest = from === 0 ? '' : `, going on from ${mebibytes(from)}`;
      line.end(`fetching ${name}${rest} …\n`);
    },
    advance: (bytes, totalBytes) =>
      sometimes(() => {
        const bytesPerSecond = pace.bytesPerSecond(bytes);
        const speed = `${mebibytes(bytes)}, ${mebibytes(bytesPerSecond)}/s`;
        if (totalBytes === null) return line.show(speed);
        const seconds = (totalBytes - bytes) / bytesPerSecond;
        const left = bytesPerSecond > 0 ? `, ${duration(seconds)} left` : '';
        line.show(`${bar(Math.min(1, bytes / totalBytes))}  ${speed}${left}`);
      }),
    notice: sentence => line.end(`${sentence}\n`),
    ended: () => line.end(),
  };
};

export const lineFetchProgress = (output: Output, now = () => performance.now()): FetchProgress => {
  const sometimes = throttle(5000, now);
  const pace = paceOf(now);
  const line = (event: object) => output.write(`${JSON.stringify({time: new Date(), ...event})}\n`);
  return {
    started: ({name, size}, from) => {
      pace.from(from);
      line({event: 'phase', phase: 'fetching', name, bytesRead: from, totalBytes: size});
    },
    advance: (bytesRead, totalBytes) =>
      sometimes(() =>
        line({
          event: 'progress',
          bytesRead,
          totalBytes,
          bytesPerSecond: pace.bytesPerSecond(bytesRead),
        }),
      ),
    notice: sentence => line({event: 'notice', sentence}),
    ended: () => {},
  };
};
