import {SearchUnavailable} from '#core/domain/outages.ts';

/**
 * Does work that must end within `timeoutMs` and only as long as its caller waits. At the deadline it
 * is `SearchUnavailable`; once `left` is aborted, its reason. Either way, and when the work fails, the
 * signal that it was given is aborted, so that no part of it goes on.
 */
export const withDeadline = async <Value>(
  timeoutMs: number,
  left: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  left?.throwIfAborted();
  const end = new AbortController();
  const ended = Promise.withResolvers<never>();
  const leave = () => ended.reject(left?.reason);
  left?.addEventListener('abort', leave, {once: true});
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
    left?.removeEventListener('abort', leave);
  }
};
