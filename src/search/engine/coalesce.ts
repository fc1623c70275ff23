type Batch<Key, Result> = {
  readonly keys: Set<Key>;
  readonly result: PromiseWithResolvers<Result>;
};

type Limits = {
  /** Maximum number of keys in one request. */
  readonly batchSize: number;
  /** Maximum number of requests in flight. */
  readonly concurrency: number;
};

/**
 * Turns concurrent lookups of single keys into few requests for many. A key is requested at once
 * while fewer than `concurrency` requests are in flight, so low load adds no wait; under load the
 * next batch forms meanwhile. All callers of a batch get its whole result, or its error.
 *
 * A key joins only a batch that has not been sent: one in flight may have been answered from data
 * older than the lookup.
 */
export const coalesce = <Key, Result>(
  find: (keys: readonly Key[]) => Promise<Result>,
  {batchSize, concurrency}: Limits,
): ((key: Key) => Promise<Result>) => {
  const waiting: Batch<Key, Result>[] = [];
  let inFlight = 0;

  const send = async ({keys, result}: Batch<Key, Result>) => {
    inFlight += 1;
    try {
      result.resolve(await find([...keys]));
    } catch (error) {
      result.reject(error);
    } finally {
      inFlight -= 1;
      sendNext();
    }
  };

  const sendNext = () => {
    const batch = inFlight < concurrency ? waiting.shift() : undefined;
    if (batch) void send(batch);
  };

  const batchFor = (key: Key) => {
    const open = waiting.find(({keys}) => keys.has(key) || keys.size < batchSize);
    if (open) return open;
    const batch = {keys: new Set<Key>(), result: Promise.withResolvers<Result>()};
    waiting.push(batch);
    return batch;
  };

  return key => {
    const batch = batchFor(key);
    batch.keys.add(key);
    sendNext();
    return batch.result.promise;
  };
};
