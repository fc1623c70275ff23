/**
 * Runs `task` for each item, at most `limit` at a time; the next item is asked for only when there
 * is room, so a source is never read ahead of its tasks. After a failure no further item is taken,
 * the running tasks are waited for, and the first failure is thrown, be it a task's or the source's.
 */
export const forEachConcurrently = async <Item>(
  items: AsyncIterable<Item>,
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  let failure: {readonly error: unknown} | undefined;
  const fail = (error: unknown) => {
    failure ??= {error};
  };
  const start = (item: Item) => {
    const run: Promise<void> = task(item)
      .catch(fail)
      .finally(() => running.delete(run));
    running.add(run);
  };

  try {
    for await (const item of items) {
      if (!failure) start(item);
      while (running.size >= limit) await Promise.race(running);
      if (failure) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
};
