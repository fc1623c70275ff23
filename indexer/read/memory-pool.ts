/** Buffers of one size that are used again and again. */
export type MemoryPool = {
  readonly take: () => SharedArrayBuffer;
  /** Puts a buffer back; one of another size is left to the garbage collector. */
  readonly give: (buffer: ArrayBufferLike) => void;
};

/**
 * Buffers allocated anew for every block would be collected late, since the heap that triggers the
 * collection hardly grows. From a pool, an import needs only as many as are in use at once.
 *
 * They are shared with the workers, not moved to them: V8 counts the memory that a thread is given
 * towards its heap, and collected the whole heap for every few blocks that came back.
 */
export const memoryPool = (bytes: number): MemoryPool => {
  const free: SharedArrayBuffer[] = [];
  return {
    take: () => free.pop() ?? new SharedArrayBuffer(bytes),
    give: buffer => {
      const isOurs = buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes;
      if (isOurs) free.push(buffer);
    },
  };
};
