import {atMostEvery} from './at-most-every.ts';
import type {ImportCounts, RejectReason} from './report.ts';

export type Phase = 'reading' | 'verifying' | 'sealing' | 'promoting';

/** Told how an import goes; how it is shown depends on who looks. */
export type Progress = {
  readonly phase: (phase: Phase) => void;
  readonly advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null) => void;
  /** Called once, whether the import succeeded or not, with why records were rejected. */
  readonly ended: (rejects: readonly RejectReason[]) => void;
};

type Output = {readonly write: (text: string) => unknown};

const barWidth = 30;

/** @param share From 0 to 1. */
const bar = (share: number): string => {
  const filled = Math.round(share * barWidth);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${percent} %`;
};

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

const rate = (count: number, milliseconds: number): number =>
  milliseconds > 0 ? Math.round((count * 1000) / milliseconds) : 0;

const rejectText = ({reason, count, first: {ordinal, ident, detail}}: RejectReason) =>
  `rejected: ${count} × ${reason}, first at ${ordinal}${ident ? `, ident ${ident}` : ''}` +
  `${detail ? ` (${detail})` : ''}\n`;

/** One line that is written over again: a bar, what is done, the rate, the time left. */
export const terminalProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = atMostEvery(200, now);
  let isLineOpen = false;
  const endLine = () => {
    if (isLineOpen) output.write('\n');
    isLineOpen = false;
  };
  const howFar = (bytesRead: number, totalBytes: number | null) => {
    if (totalBytes === null) return {done: mebibytes(bytesRead), left: ''};
    const share = Math.min(1, bytesRead / totalBytes);
    const seconds = ((now() - started) / 1000) * (1 / share - 1);
    return {done: bar(share), left: share > 0 ? `, ${duration(seconds)} left` : ''};
  };
  return {
    phase: phase => {
      endLine();
      output.write(`${phase} …\n`);
    },
    advance: ({vehicles, rejects}, bytesRead, totalBytes) =>
      sometimes(() => {
        const {done, left} = howFar(bytesRead, totalBytes);
        const perSecond = rate(vehicles, now() - started);
        const counts = `${vehicles} vehicles, ${perSecond}/s, ${rejects} rejected`;
        output.write(`\r\u001b[K${done}  ${counts}${left}`);
        isLineOpen = true;
      }),
    ended: rejects => {
      endLine();
      for (const reject of rejects) output.write(rejectText(reject));
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
        const vehiclesPerSecond = rate(vehicles, now() - started);
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
    ended: rejects => {
      for (const reject of rejects) line({event: 'rejected', ...reject});
    },
  };
};
