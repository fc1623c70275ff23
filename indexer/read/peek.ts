/**
 * The first bytes of a stream, at least `count` where it has as many, and the whole stream, which can
 * still be read from its start.
 */
export const peek = async (
  stream: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{readonly start: Buffer; readonly all: AsyncIterableIterator<Uint8Array>}> => {
  const chunks = stream[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < count) {
    const {value, done} = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return {start, all: prepend(start, chunks)};
};

/**
 * `first`, then what `chunks` still bring. Ending the iteration ends `chunks`, even before the first
 * step, as a generator would not.
 */
export const prepend = (
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> => {
  let pending = first.length > 0 ? first : undefined;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (pending === undefined) return await chunks.next();
      const value = pending;
      pending = undefined;
      return {done: false, value};
    },
    async return() {
      pending = undefined;
      await chunks.return?.();
      return {done: true, value: undefined};
    },
  };
};
