import {SearchUnavailable} from '#core/domain/outages.ts';

/**
 * Does work that must end within `timeoutMs` and only as long as its caller waits. At the deadline it
 * is `SearchUnavailable`; once `clientGone` is aborted, its reason. Either way, and when the work fails, the
 * signal that it was given is aborted, so that no part of it goes on.
 */
export const withDeadline = async <Value>(
  timeoutMs: number,
  clientGone: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  clientGone?.throwIfAborted();
  const end = new AbortController();
  const ended = Promise.withResolvers<never>();
  const leave = () => ended.reject(clientGone?.reason);
  clientGone?.addEventListener('abort', leave, {once: true});
  const timer = setTimeout(() => {
    const cause = new Error(`Elasticsearch took longer than ${timeoutMs} ms.`);
    ended.reject(new SearchUnavailable({cause}));
  }, timeoutMs);
  try {
    return await Promise.race([work(end.signal), ended.promise]);
  } catch (error) {
    end.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    clientGone?.removeEventListener('abort', leave);
  }
};

/**
 * Work with one outcome for any number of callers. It is given up, by its signal, once all of them have
 * left; a caller without a signal never leaves.
 */
export const shareWork = <Value>(work: (signal: AbortSignal) => Promise<Value>) => {
  const abandoned = new AbortController();
  let result: Promise<Value> | undefined;
  let callers = 0;

  return {
    /**
     * The outcome, for a caller that waits until it leaves. The first one starts the work; for one that
     * has left already it is the reason, and nothing is started.
     */
    join: async (clientGone: AbortSignal | undefined): Promise<Value> => {
      clientGone?.throwIfAborted();
      const leave = () => {
        callers -= 1;
        if (callers === 0) abandoned.abort(clientGone?.reason);
      };
      callers += 1;
      clientGone?.addEventListener('abort', leave, {once: true});
      result ??= work(abandoned.signal);
      return result;
    },
    /** Whether it was given up: whoever wants its outcome now must start it anew. */
    isAbandoned: () => abandoned.signal.aborted,
  };
};

export type SharedWork<Value> = ReturnType<typeof shareWork<Value>>;
