import {ZodError} from 'zod';
import {KeysUnavailable} from '#core/domain/outages.ts';

/**
 * What Redis answers. When it does not, nothing is known about any key, and the reason is kept; a
 * record that is not as we write it is a fault of ours and stays itself.
 */
export const orUnavailable = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (cause) {
    throw cause instanceof ZodError ? cause : new KeysUnavailable(undefined, {cause});
  }
};
