/**
 * Keeps the answers to the `most` questions asked last. Callers that ask the same while it is being
 * worked out share the work; a failure is told to them and then forgotten.
 */
export const remember = <Value>(most: number) => {
  const answers = new Map<string, Promise<Value>>();

  const keep = (key: string, answer: Promise<Value>) => {
    answers.delete(key);
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
  };

  return async (key: string, workOut: () => Promise<Value>): Promise<Value> => {
    const answer = answers.get(key) ?? workOut();
    keep(key, answer);
    try {
      return await answer;
    } catch (error) {
      if (answers.get(key) === answer) answers.delete(key);
      throw error;
    }
  };
};
