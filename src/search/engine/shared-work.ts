export type SharedWork<Value> = {
  /**
   * The outcome, for a caller that waits until it leaves. The first one starts the work; for one that
   * has left already it is the reason, and nothing is started.
   */
  readonly join: (left: AbortSignal | undefined) => Promise<Value>;
  /** Whether it was given up: whoever wants its outcome now must start it anew. */
  readonly isAbandoned: () => boolean;
};

/**
 * Work with one outcome for any number of callers. It is given up, by its signal, once all of them have
 * left; a caller without a signal never leaves.
 */
export const shareWork = <Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): SharedWork<Value> => {
  const abandoned = new AbortController();
  let result: Promise<Value> | undefined;
  let callers = 0;

  return {
    join: async left => {
      left?.throwIfAborted();
      const leave = () => {
        callers -= 1;
        if (callers === 0) abandoned.abort(left?.reason);
      };
      callers += 1;
      left?.addEventListener('abort', leave, {once: true});
      result ??= work(abandoned.signal);
      return result;
    },
    isAbandoned: () => abandoned.signal.aborted,
  };
};
