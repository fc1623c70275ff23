import type {Reject} from './prepare/prepare-batch.ts';
import type {ImportCounts} from './report.ts';

export type Phase = 'reading' | 'verifying' | 'sealing' | 'promoting';

/** Told how an import goes; how it is shown depends on who looks. */
export type Progress = {
  readonly phase: (phase: Phase) => void;
  readonly advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null) => void;
  readonly rejects: (rejects: readonly Reject[]) => void;
};

type Output = {readonly write: (text: string) => unknown};

const barWidth = 30;

const bar = (share: number): string => {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(Math.floor(share * 100)).padStart(3)} %`;
};

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

const duration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.ceil(seconds)} s`;
};

const rejectText = ({ordinal, reason, detail}: Reject) =>
  `rejected: record at ${ordinal}: ${reason}${detail ? ` (${detail})` : ''}`;

/** Lets `show` through at most once every `interval` ms. */
const atMostEvery = (interval: number, now: () => number) => {
  let last = Number.NEGATIVE_INFINITY;
  return (show: () => void) => {
    if (now() - last < interval) return;
    last = now();
    show();
  };
};

/** One line that is written over again: a bar, what is done, the rate, the time left. */
export const terminalProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = atMostEvery(200, now);
  const line = (text: string) => output.write(`\r\u001b[K${text}`);
  return {
    phase: phase =>
      output.write(
        `${phase === 'reading' ? '' : '\n'}${phase} …${phase === 'reading' ? '\n' : ''}`,
      ),
    advance: ({vehicles, rejects}, bytesRead, totalBytes) =>
      sometimes(() => {
        const seconds = (now() - started) / 1000;
        const done = totalBytes === null ? mebibytes(bytesRead) : bar(bytesRead / totalBytes);
        const left =
          totalBytes === null
            ? ''
            : `, ${duration((seconds * (totalBytes - bytesRead)) / bytesRead)} left`;
        line(
          `${done}  ${vehicles} vehicles, ${Math.round(vehicles / seconds)}/s, ${rejects} rejected${left}`,
        );
      }),
    rejects: rejects => {
      if (rejects.length > 0) output.write(`\n${rejects.map(rejectText).join('\n')}\n`);
    },
  };
};

/** One JSON object a line, every few seconds: for logs and for whatever reads them. */
export const lineProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = atMostEvery(5000, now);
  const line = (event: object) => output.write(`${JSON.stringify({time: new Date(), ...event})}\n`);
  return {
    phase: phase => line({event: 'phase', phase}),
    advance: ({records, vehicles, repeats, rejects}, bytesRead, totalBytes) =>
      sometimes(() => {
        const vehiclesPerSecond = Math.round((vehicles * 1000) / (now() - started));
        line({
          event: 'progress',
          records,
          vehicles,
          repeats,
          rejects,
          vehiclesPerSecond,
          bytesRead,
          totalBytes,
        });
      }),
    rejects: rejects => {
      for (const reject of rejects) line({event: 'rejected', ...reject});
    },
  };
};
