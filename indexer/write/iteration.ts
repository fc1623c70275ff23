/**
 * Runs `task` for each item, at most `limit` at a time; the next item is asked for only when there
 * is room, so a source is never read ahead of its tasks. After a failure no further item is taken,
 * the running tasks are waited for, and the first failure is thrown, be it a task's or the source's.
 */
export const forEachConcurrently = async <Item>(
  items: AsyncGenerator<Item> | Generator<Item>,
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
  };
  /** A generator answers one request after the other, so several loops can share it. */
  const work = async () => {
    for await (const item of items) {
      if (failures.length === 0) await task(item).catch(fail);
      if (failures.length > 0) break;
    }
  };
  await Promise.all(Array.from({length: limit}, () => work().catch(fail)));
  if (failures.length > 0) throw failures[0];
};

/** The items in arrays of this length; the last can be shorter. */
export function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
