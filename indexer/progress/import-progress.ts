import type {ImportCounts, RejectReason} from './counts.ts';
import {bar, duration, mebibytes, type Output, rate, statusLine} from './progress-line.ts';
import {throttle} from './throttle.ts';

export type Phase = 'reading' | 'verifying' | 'sealing' | 'promoting';

/** Told how an import goes; how it is shown depends on who looks. */
export type Progress = {
  readonly phase: (phase: Phase) => void;
  readonly advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null) => void;
  /** Called once, whether the import succeeded or not, with why records were rejected. */
  readonly ended: (rejects: readonly RejectReason[]) => void;
};

const rejectText = ({reason, count, first: {ordinal, ident, detail}}: RejectReason) =>
  `rejected: ${count} × ${reason}, first at ${ordinal}${ident ? `, ident ${ident}` : ''}` +
  `${detail ? ` (${detail})` : ''}\n`;

/** One line that is written over again: a bar, what is done, the rate, the time left. */
export const terminalProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = throttle(200, now);
  const line = statusLine(output);
  const howFar = (bytesRead: number, totalBytes: number | null) => {
    if (totalBytes === null) return {done: mebibytes(bytesRead), left: ''};
    const share = Math.min(1, bytesRead / totalBytes);
    const seconds = ((now() - started) / 1000) * (1 / share - 1);
    return {done: bar(share), left: share > 0 ? `, ${duration(seconds)} left` : ''};
  };
  return {
    phase: phase => line.end(`${phase} …\n`),
    advance: ({vehicles, rejects}, bytesRead, totalBytes) =>
      sometimes(() => {
        const {done, left} = howFar(bytesRead, totalBytes);
        const perSecond = rate(vehicles, now() - started);
        const counts = `${vehicles} vehicles, ${perSecond}/s, ${rejects} rejected`;
        line.show(`${done}  ${counts}${left}`);
      }),
    ended: rejects => {
      line.end();
      for (const reject of rejects) output.write(rejectText(reject));
    },
  };
};

/** One JSON object a line, every few seconds: for logs and for whatever reads them. */
export const lineProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = throttle(5000, now);
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
