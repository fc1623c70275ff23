/** Where progress is written: standard error, or a buffer in tests. */
type Output = {readonly write: (text: string) => unknown};

/** News for the operator, as text for a terminal and as an entry of a log. */
type Update = {readonly text: string; readonly entry: object};

export type Display = {
  readonly show: (update: Update) => void;
  /** Shows how far the work is, but not at every call: `update` is called only when it is shown. */
  readonly status: (update: () => Update) => void;
  /** Ends the line of the status. */
  readonly end: () => void;
};

/** For a terminal: the status is one line, which is overwritten until something else is shown. */
export const terminalDisplay = (output: Output, now = () => performance.now()): Display => {
  const sometimes = throttle(200, now);
  let isOpen = false;
  const end = () => {
    if (isOpen) output.write('\n');
    isOpen = false;
  };
  return {
    show: ({text}) => {
      end();
      output.write(`${text}\n`);
    },
    status: update =>
      sometimes(() => {
        output.write(`\r\u001b[K${update().text}`);
        isOpen = true;
      }),
    end,
  };
};

/** For logs: one JSON object a line with its time, the status every five seconds. */
export const logDisplay = (output: Output, now = () => performance.now()): Display => {
  const sometimes = throttle(5000, now);
  const show = ({entry}: Pick<Update, 'entry'>) => {
    output.write(`${JSON.stringify({time: new Date(), ...entry})}\n`);
  };
  return {
    show,
    status: update => sometimes(() => show({entry: {event: 'progress', ...update().entry}})),
    end: () => {},
  };
};

export const displayOn = (stream: NodeJS.WriteStream): Display =>
  stream.isTTY ? terminalDisplay(stream) : logDisplay(stream);

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

/** Calls `show` at most once per `interval` ms. */
export const throttle = (interval: number, now: () => number) => {
  let last = Number.NEGATIVE_INFINITY;
  return (show: () => void): void => {
    if (now() - last < interval) return;
    last = now();
    show();
  };
};
