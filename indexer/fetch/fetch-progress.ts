import {bar, type Display, duration, mebibytes, rate} from '../../core/command-line/progress.ts';

export type FetchProgress = ReturnType<typeof fetchProgress>;

/** Receives the events of a fetch and shows them. */
export const fetchProgress = (display: Display, now = () => performance.now()) => {
  let start = {at: now(), bytes: 0};
  return {
    /** @param bytesRead How many bytes an earlier download left. */
    started: (file: {readonly name: string; readonly size: number | null}, bytesRead: number) => {
      const {name, size: totalBytes} = file;
      start = {at: now(), bytes: bytesRead};
      const rest = bytesRead === 0 ? '' : `, resuming at ${mebibytes(bytesRead)}`;
      display.show({
        text: `fetching ${name}${rest} …`,
        entry: {event: 'phase', phase: 'fetching', name, bytesRead, totalBytes},
      });
    },
    advance: (bytesRead: number, totalBytes: number | null) =>
      display.status(() => {
        // Of this download alone; after the server started over, there are fewer bytes than before.
        const bytesPerSecond = rate(Math.max(0, bytesRead - start.bytes), now() - start.at);
        const entry = {bytesRead, totalBytes, bytesPerSecond};
        const amount = `${mebibytes(bytesRead)}, ${mebibytes(bytesPerSecond)}/s`;
        if (totalBytes === null) return {text: amount, entry};
        const seconds = (totalBytes - bytesRead) / bytesPerSecond;
        const left = bytesPerSecond > 0 ? `, ${duration(seconds)} left` : '';
        return {text: `${bar(Math.min(1, bytesRead / totalBytes))}  ${amount}${left}`, entry};
      }),
    /** Tells of a failure that is retried. */
    notice: (sentence: string) =>
      display.show({text: sentence, entry: {event: 'notice', sentence}}),
    /** Called once, whether the fetch succeeded or failed. */
    ended: display.end,
  };
};
