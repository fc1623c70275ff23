/**
 * A stream that was read a little, from its start again: what was read, then what `chunks` still
 * have. To leave it is to leave `chunks`, even before the first step.
 */
export const resumed = (
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

/** The first bytes of a stream, at least `count` if it has so many, and the stream from its start. */
export const peek = async (
  stream: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{readonly first: Buffer; readonly all: AsyncIterableIterator<Uint8Array>}> => {
  const chunks = stream[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < count) {
    const {value, done} = await chunks.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  return {first, all: resumed(first, chunks)};
};
