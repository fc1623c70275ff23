/** Where progress is written: standard error, or a buffer in tests. */
export type Output = {readonly write: (text: string) => unknown};

const barWidth = 30;

/** @param share From 0 to 1. */
export const bar = (share: number): string => {
  const filled = Math.round(share * barWidth);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${percent} %`;
};

export const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

export const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** Per second. */
export const rate = (count: number, milliseconds: number): number =>
  milliseconds > 0 ? Math.round((count * 1000) / milliseconds) : 0;

/** A line of a terminal that is overwritten until something else is written below it. */
export const statusLine = (output: Output) => {
  let isOpen = false;
  return {
    show: (text: string) => {
      output.write(`\r\u001b[K${text}`);
      isOpen = true;
    },
    /** Ends the line and writes `text` below it. */
    end: (text = '') => {
      if (isOpen) output.write('\n');
      isOpen = false;
      if (text !== '') output.write(text);
    },
  };
};

/** Writes each event as a line of JSON, with its time. */
export const jsonLines = (output: Output) => (event: object) =>
  output.write(`${JSON.stringify({time: new Date(), ...event})}\n`);

/** Calls `show` at most once per `interval` ms. */
export const throttle = (interval: number, now: () => number) => {
  let last = Number.NEGATIVE_INFINITY;
  return (show: () => void): void => {
    if (now() - last < interval) return;
    last = now();
    show();
  };
};
