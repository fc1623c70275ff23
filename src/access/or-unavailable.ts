import {KeysUnavailable} from '#src/domain/outages.ts';

/** What Redis answers; when it does not, nothing is known about any key, and the reason is kept. */
export const orUnavailable = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (cause) {
    throw new KeysUnavailable(undefined, {cause});
  }
};
