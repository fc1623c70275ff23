import {bar, type Display, duration, mebibytes, rate} from '#core/command-line/progress.ts';
import type {ElementCounts} from '../read/unknown-elements.ts';
import type {RejectReason, RunningCounts} from './import-report.ts';

/** In their order. A full import neither copies nor deletes. */
export type Phase =
  | 'copying'
  | 'reading'
  | 'deleting'
  | 'references'
  | 'fingerprints'
  | 'verifying'
  | 'sealing'
  | 'replicating'
  | 'comparing'
  | 'promoting';

/** Receives the events of an import. */
export type Progress = {
  readonly phase: (phase: Phase) => void;
  readonly advance: (counts: RunningCounts, bytesRead: number, totalBytes: number | null) => void;
  /** Called once, whether the import succeeded or failed. */
  readonly ended: (rejects: readonly RejectReason[], unknownElements: ElementCounts) => void;
};

/** Passes every event to each of them, in this order. */
export const combine = (...progresses: readonly Progress[]): Progress => ({
  phase: phase => {
    for (const progress of progresses) progress.phase(phase);
  },
  advance: (counts, bytesRead, totalBytes) => {
    for (const progress of progresses) progress.advance(counts, bytesRead, totalBytes);
  },
  ended: (rejects, unknownElements) => {
    for (const progress of progresses) progress.ended(rejects, unknownElements);
  },
});

const rejectText = ({reason, count, first: {ordinal, ident, detail}}: RejectReason) =>
  `rejected: ${count} × ${reason}, first at ${ordinal}${ident ? `, ident ${ident}` : ''}` +
  `${detail ? ` (${detail})` : ''}`;

/** Shows the share of the extract that is read, the counts, the rate and the time left. */
export const importProgress = (display: Display, now = () => performance.now()): Progress => {
  const started = now();
  return {
    phase: phase => display.show({text: `${phase} …`, entry: {event: 'phase', phase}}),
    advance: ({records, vehicles, repeats, rejects}, bytesRead, totalBytes) =>
      display.status(() => {
        const milliseconds = now() - started;
        const vehiclesPerSecond = rate(vehicles, milliseconds);
        const counts = {records, vehicles, repeats, rejects, vehiclesPerSecond};
        const share = totalBytes === null ? 0 : Math.min(1, bytesRead / totalBytes);
        const done = totalBytes === null ? mebibytes(bytesRead) : bar(share);
        const seconds = (milliseconds / 1000) * (1 / share - 1);
        const left = share > 0 ? `, ${duration(seconds)} left` : '';
        return {
          text: `${done}  ${vehicles} vehicles, ${vehiclesPerSecond}/s, ${rejects} rejected${left}`,
          entry: {...counts, bytesRead, totalBytes},
        };
      }),
    ended: (rejects, unknownElements) => {
      for (const reject of rejects) {
        display.show({text: rejectText(reject), entry: {event: 'rejected', ...reject}});
      }
      for (const [element, count] of Object.entries(unknownElements)) {
        const entry = {event: 'unknown-element', element, count};
        display.show({text: `unknown element: ${count} × ${element}`, entry});
      }
      display.end();
    },
  };
};
