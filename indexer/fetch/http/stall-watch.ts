/** Aborts `signal` once nothing was heard for so long. */
export const stallWatch = (stallMs: number) => {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  return {
    signal: stalled.signal,
    heard: () => {
      timer.refresh();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
};
