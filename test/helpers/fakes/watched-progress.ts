type Output = {readonly write: (text: string) => unknown};

/** Progress as it is shown: everything that is written, and a clock that stands until it is set. */
export const watchedProgress = <Progress>(
  show: (output: Output, now: () => number) => Progress,
) => {
  const written: string[] = [];
  let milliseconds = 0;
  const progress = show({write: text => written.push(text)}, () => milliseconds);
  return {
    progress,
    at: (time: number) => {
      milliseconds = time;
    },
    text: () => written.splice(0).join(''),
  };
};
