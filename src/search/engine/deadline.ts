import {SearchUnavailable} from '#core/domain/outages.ts';

/** An outage is told within 2 s (a decision of this API); the rest is left for the way back. */
export const servingPatienceMs = 1_800;

/**
 * The outcome of `work`, or `SearchUnavailable` when it takes longer than `ms`. One deadline over a
 * whole question: its parts (the live generation, waiting for a batch, a retry) each have the
 * client's timeout, but not all of them together. Work that is late ends by itself by that timeout.
 */
export const beforeDeadline = async <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const cause = new Error(`Elasticsearch took longer than ${ms} ms.`);
    late.reject(new SearchUnavailable({cause}));
  }, ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
