/** Buffers of one size that are used over and over. */
export type MemoryPool = {
  readonly take: () => ArrayBuffer;
  /** Gives one back; a buffer of another size is left to the garbage collector. */
  readonly give: (buffer: ArrayBuffer) => void;
};

/**
 * Megabytes that are allocated anew for every block are collected late, since the heap that would
 * trigger it hardly grows; taken from a pool, an import needs as many as are under way at once.
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
