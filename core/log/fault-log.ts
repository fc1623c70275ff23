import type {Logger} from 'pino';

/** How long repetitions are counted before their number is logged, and after which a fault has ended. */
const usualWindowMs = 10_000;

/** The first line of the stack that names a place in the code. */
const placeOf = ({stack = ''}: Error): string => /\n {4}at .*/.exec(stack)?.[0] ?? '';

/**
 * Names the kind of an error and its causes. Their messages are left out: they can hold what differs from
 * request to request.
 */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const {code, statusCode} = error as {readonly code?: unknown; readonly statusCode?: unknown};
  return [error.name, code, statusCode, placeOf(error), kindOf(error.cause)].join(' ');
};

/** What is known of a fault besides its error, such as the id of a request that met it. */
type Fields = Readonly<Record<string, unknown>>;

export type FaultLog = {
  /**
   * Logs an error once, with its cause. Further ones of its kind are counted, and their number is logged
   * every 10 seconds, with the fields of the first, and once none has come for as long.
   */
  readonly fault: (error: unknown, fields: Fields, message: string) => void;
  /** Logs the numbers that are still to be told, at the end of the process. */
  readonly tellFaults: () => void;
};

export const faultLog = (log: Logger, windowMs = usualWindowMs): FaultLog => {
  const faults = new Map<string, {readonly count: () => void; readonly tell: () => void}>();

  const begin = (kind: string, fields: Fields, message: string): void => {
    const since = new Date().toISOString();
    let [repeated, total] = [0, 0];

    const tell = (): void => {
      if (repeated === 0) return;
      log.error({...fields, repeated, since}, `Repeated: ${message}`);
      total += repeated;
      repeated = 0;
    };
    const watch = (): void => {
      if (repeated > 0) {
        tell();
        return;
      }
      clearInterval(timer);
      faults.delete(kind);
      if (total > 0) log.info({...fields, repeated: total, since}, `Ended: ${message}`);
    };
    const timer = setInterval(watch, windowMs).unref();
    const count = () => {
      repeated += 1;
    };
    faults.set(kind, {count, tell});
  };

  return {
    fault: (error, fields, message) => {
      const kind = `${message} ${kindOf(error)}`;
      const known = faults.get(kind);
      if (known === undefined) {
        log.error({err: error, ...fields}, message);
        begin(kind, fields, message);
      } else known.count();
    },
    tellFaults: () => {
      for (const {tell} of faults.values()) tell();
    },
  };
};
