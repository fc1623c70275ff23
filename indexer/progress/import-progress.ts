import type {ImportCounts, RejectReason} from './counts.ts';
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

export type Phase = 'reading' | 'verifying' | 'sealing' | 'promoting';

/** Receives the events of an import and shows them, on a terminal or in a log. */
export type Progress = {
  readonly phase: (phase: Phase) => void;
  readonly advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null) => void;
  /** Called once, whether the import succeeded or failed. */
  readonly ended: (rejects: readonly RejectReason[]) => void;
};

/** Passes every event to each of them, in this order. */
export const combine = (...progresses: readonly Progress[]): Progress => ({
  phase: phase => {
    for (const progress of progresses) progress.phase(phase);
  },
  advance: (counts, bytesRead, totalBytes) => {
    for (const progress of progresses) progress.advance(counts, bytesRead, totalBytes);
  },
  ended: rejects => {
    for (const progress of progresses) progress.ended(rejects);
  },
});

const rejectText = ({reason, count, first: {ordinal, ident, detail}}: RejectReason) =>
  `rejected: ${count} × ${reason}, first at ${ordinal}${ident ? `, ident ${ident}` : ''}` +
  `${detail ? ` (${detail})` : ''}\n`;

/** For a terminal: one line with a bar, counts, the rate and the time left. */
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

/** For logs: one JSON object a line, every five seconds. */
export const lineProgress = (output: Output, now = () => performance.now()): Progress => {
  const started = now();
  const sometimes = throttle(5000, now);
  const line = jsonLines(output);
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
