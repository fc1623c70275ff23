import type {Logger} from 'pino';

/** How long repetitions are counted before their number is logged, and after which a fault has ended. */
const usualWindowMs = 10_000;

/** The first line of the stack that names a place in the code. */
const placeOf = ({stack = ''}: Error): string => /\n {4}at .*/.exec(stack)?.[0] ?? '';

/** How many errors of one kind are logged for their messages, which can differ with every request. */
const mostMessages = 5;

export const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : String(error);

/** Names the kind of an error and its causes, without their messages. */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const {code, statusCode} = error as {readonly code?: unknown; readonly statusCode?: unknown};
  return [error.name, code, statusCode, placeOf(error), kindOf(error.cause)].join(' ');
};

/** All that is known of a fault besides its error, such as the id of a request that met it. */
type Fields = Readonly<Record<string, unknown>>;

export const faultLog = (log: Logger, windowMs = usualWindowMs) => {
  const faults = new Map<string, ReturnType<typeof begin>>();

  const begin = (kind: string, fields: Fields, message: string) => {
    const messages = new Set<string>();
    const since = new Date().toISOString();
    let [repeated, total] = [0, 0];

    /** Logs how many were counted since it was last called. False if none were. */
    const tell = (): boolean => {
      if (repeated === 0) return false;
      log.error({...fields, repeated, since}, `Repeated: ${message}`);
      total += repeated;
      repeated = 0;
      return true;
    };
    const timer = setInterval(() => {
      if (tell()) return;
      clearInterval(timer);
      faults.delete(kind);
      if (total > 0) log.info({...fields, repeated: total, since}, `Ended: ${message}`);
    }, windowMs).unref();
    /** Logs or counts one more error. */
    const meet = (error: unknown, fields: Fields): void => {
      const text = messagesOf(error);
      if (messages.has(text) || messages.size === mostMessages) {
        repeated += 1;
        return;
      }
      messages.add(text);
      log.error({err: error, ...fields}, message);
    };
    return {meet, tell};
  };

  return {
    /**
     * Logs an error with its cause. Further ones of its kind are logged while they have other messages, up
     * to five, and else counted; their number is logged every 10 seconds, with the fields of the first, and
     * once none has come for as long.
     */
    fault: (error: unknown, fields: Fields, message: string): void => {
      const kind = `${message} ${kindOf(error)}`;
      const fault = faults.get(kind) ?? begin(kind, fields, message);
      faults.set(kind, fault);
      fault.meet(error, fields);
    },
    /** Logs the pending numbers at the end of the process. */
    tellFaults: (): void => {
      for (const {tell} of faults.values()) tell();
    },
  };
};
