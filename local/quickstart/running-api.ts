import {OperationalError} from '#core/command-line/errors.ts';
import {developerStack} from '../stack/settings.ts';
import {stackOf} from '../stack/stack.ts';
import {get} from './api.ts';
import {isGoodKey, type KeyOwner, savedKey} from './key.ts';

/** The options that choose an API, for a command that sends requests to one. */
export type ApiOptions = {readonly url?: string; readonly key?: string};

const statusOf = async (address: string, key: string): Promise<number> => {
  try {
    const response = await get(address, '/v1/usage', key);
    await response.arrayBuffer();
    return response.status;
  } catch {
    throw new OperationalError(
      `No API answers on ${address}. Start one with \`npm run quickstart -- --detach\`.`,
    );
  }
};

/** The address of a running API and a key that it accepts: by default, the quickstart's and this owner's. */
export const runningApi = async (owner: KeyOwner, options: ApiOptions) => {
  const address = options.url ?? `http://127.0.0.1:${process.env['PORT'] || '8080'}`;
  const isAccepted = async (key: string) => isGoodKey(await statusOf(address, key));
  if (options.key !== undefined) {
    if (await isAccepted(options.key)) return {address, key: options.key};
    throw new OperationalError(`The API on ${address} rejects this key.`);
  }
  await statusOf(address, '');
  const stack = await stackOf(developerStack(), () => {});
  return {address, key: await savedKey(owner, stack, isAccepted)};
};
