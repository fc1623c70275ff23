import type {Display, terminalDisplay} from '#core/command-line/progress.ts';

/** Progress as it is shown: everything that is written, and a clock that stands still until it is set. */
export const watchedProgress = <Progress>(
  displayOn: typeof terminalDisplay,
  progressOn: (display: Display, now: () => number) => Progress,
) => {
  const written: string[] = [];
  let milliseconds = 0;
  const now = () => milliseconds;
  const progress = progressOn(displayOn({write: text => written.push(text)}, now), now);
  return {
    progress,
    at: (time: number) => {
      milliseconds = time;
    },
    text: () => written.splice(0).join(''),
    /** The lines of a log, without their times. */
    events: (): readonly object[] =>
      written.splice(0).map(line => {
        const {time, ...event} = JSON.parse(line);
        if (!Number.isFinite(Date.parse(time))) throw new Error(`A line has no time: ${line}`);
        return event;
      }),
  };
};
