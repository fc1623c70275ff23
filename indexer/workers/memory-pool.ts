/** Buffers of one size that are used again and again. */
export type MemoryPool = {
  readonly take: () => ArrayBuffer;
  /** Puts a buffer back; one of another size is left to the garbage collector. */
  readonly give: (buffer: ArrayBuffer) => void;
};

/**
 * Buffers allocated anew for every block would be collected late, since the heap that triggers the
 * collection hardly grows. From a pool, an import needs only as many as are in use at once.
 */
export const memoryPool = (bytes: number): MemoryPool => {
  const free: ArrayBuffer[] = [];
  return {
    take: () => free.pop() ?? new ArrayBuffer(bytes),
    give: buffer => {
      if (buffer.byteLength === bytes) free.push(buffer);
    },
  };
};
