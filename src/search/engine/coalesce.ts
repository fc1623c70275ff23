type Batch<Key, Result> = {
  readonly keys: Set<Key>;
  readonly result: PromiseWithResolvers<Result>;
};

type Limits = {
  /** Keys in one request, at most. */
  readonly largest: number;
  /** Requests under way at the same time, at most. */
  readonly atOnce: number;
};

/**
 * Turns concurrent questions about single keys into few questions about many. A key is asked for at
 * once while a request is free, so at low load nobody waits; under load a batch forms meanwhile and
 * leaves with the next free request. Everyone in a batch gets its whole result, or its error.
 *
 * A key joins only a batch that has not left: one under way may have been answered from data older
 * than the question.
 */
export const coalesce = <Key, Result>(
  ask: (keys: readonly Key[]) => Promise<Result>,
  {largest, atOnce}: Limits,
): ((key: Key) => Promise<Result>) => {
  const waiting: Batch<Key, Result>[] = [];
  let underWay = 0;

  const send = async ({keys, result}: Batch<Key, Result>) => {
    underWay += 1;
    try {
      result.resolve(await ask([...keys]));
    } catch (error) {
      result.reject(error);
    } finally {
      underWay -= 1;
      sendNext();
    }
  };

  const sendNext = () => {
    const batch = underWay < atOnce ? waiting.shift() : undefined;
    if (batch) void send(batch);
  };

  const batchFor = (key: Key) => {
    const open = waiting.find(({keys}) => keys.has(key) || keys.size < largest);
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
