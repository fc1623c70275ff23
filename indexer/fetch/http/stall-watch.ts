/** Aborts `signal` once somebody was waited for so long in one piece. It waits from the start. */
export const stallWatch = (stallMs: number) => {
  const stalled = new AbortController();
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => stalled.abort(), stallMs);
  };
  const heard = () => clearTimeout(timer);
  wait();
  return {signal: stalled.signal, heard, wait, [Symbol.dispose]: heard};
};
