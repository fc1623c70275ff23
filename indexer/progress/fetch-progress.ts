import {
  bar,
  duration,
  jsonLines,
  mebibytes,
  type Output,
  rate,
  statusLine,
  throttle,
} from './output.ts';

/** Receives the events of a fetch and shows them, on a terminal or in a log. */
export type FetchProgress = {
  /** @param from How many bytes an earlier download left. */
  readonly started: (
    file: {readonly name: string; readonly size: number | null},
    from: number,
  ) => void;
  readonly advance: (bytes: number, totalBytes: number | null) => void;
  /** Tells of a failure that is retried. */
  readonly notice: (sentence: string) => void;
  /** Called once, whether the fetch succeeded or failed. */
  readonly ended: () => void;
};

/** The rate of this download alone: bytes that were present before it do not count. */
const pace = (now: () => number) => {
  let start = {at: now(), bytes: 0};
  return {
    from: (bytes: number) => {
      start = {at: now(), bytes};
    },
    bytesPerSecond: (bytes: number) =>
      // After the server started over, there are fewer bytes than at the beginning.
      rate(Math.max(0, bytes - start.bytes), now() - start.at),
  };
};

export const terminalFetchProgress = (
  output: Output,
  now = () => performance.now(),
): FetchProgress => {
  const sometimes = throttle(200, now);
  const speed = pace(now);
  const line = statusLine(output);
  return {
    started: ({name}, from) => {
      speed.from(from);
      const rest = from === 0 ? '' : `, resuming at ${mebibytes(from)}`;
      line.end(`fetching ${name}${rest} …\n`);
    },
    advance: (bytes, totalBytes) =>
      sometimes(() => {
        const bytesPerSecond = speed.bytesPerSecond(bytes);
        const amount = `${mebibytes(bytes)}, ${mebibytes(bytesPerSecond)}/s`;
        if (totalBytes === null) return line.show(amount);
        const seconds = (totalBytes - bytes) / bytesPerSecond;
        const left = bytesPerSecond > 0 ? `, ${duration(seconds)} left` : '';
        line.show(`${bar(Math.min(1, bytes / totalBytes))}  ${amount}${left}`);
      }),
    notice: sentence => line.end(`${sentence}\n`),
    ended: () => line.end(),
  };
};

export const lineFetchProgress = (output: Output, now = () => performance.now()): FetchProgress => {
  const sometimes = throttle(5000, now);
  const speed = pace(now);
  const line = jsonLines(output);
  return {
    started: ({name, size}, from) => {
      speed.from(from);
      line({event: 'phase', phase: 'fetching', name, bytesRead: from, totalBytes: size});
    },
    advance: (bytesRead, totalBytes) =>
      sometimes(() =>
        line({
          event: 'progress',
          bytesRead,
          totalBytes,
          bytesPerSecond: speed.bytesPerSecond(bytesRead),
        }),
      ),
    notice: sentence => line({event: 'notice', sentence}),
    ended: () => {},
  };
};
