/** Lets `show` through at most once every `interval` ms. */
export const throttle = (interval: number, now: () => number) => {
  let last = Number.NEGATIVE_INFINITY;
  return (show: () => void): void => {
    if (now() - last < interval) return;
    last = now();
    show();
  };
};
