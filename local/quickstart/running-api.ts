import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {Unable} from '../processes/service.ts';
import {developerStack} from '../stack/settings.ts';
import {addresses, stackOf} from '../stack/stack.ts';
import {apiClient} from './ask-api.ts';
import {type Holder, keyOf} from './kept-key.ts';

const checkout = join(import.meta.dirname, '../..');

/** Where an API answers, and a key that it takes. */
export type RunningApi = {readonly address: string; readonly key: string};

/** The status of an answer to this key; throws where no API answers. */
const statusOf =
  (address: string) =>
  async (key: string): Promise<number> => {
    try {
      const answer = await apiClient(address)('/v1/usage', key);
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      throw new Unable(
        `No API answers on ${address}: run \`npm run quickstart -- --detach\` first.`,
      );
    }
  };

/** The quickstart's API with a key of this holder, unless `--url` and `--key` say otherwise. */
export const runningApi = async (
  holder: Holder,
  args: readonly string[] = process.argv.slice(2),
): Promise<RunningApi> => {
  const options = {url: {type: 'string'}, key: {type: 'string'}} as const;
  const {values} = parseArgs({args: [...args], options});
  const address = values.url ?? `http://127.0.0.1:${process.env['PORT'] || '8080'}`;
  const answered = statusOf(address);
  const isAccepted = async (key: string) => (await answered(key)) === 200;
  if (values.key !== undefined) {
    if (await isAccepted(values.key)) return {address, key: values.key};
    throw new Unable(`The API on ${address} does not take this key.`);
  }
  await answered('');
  const stack = await stackOf(developerStack(), () => {});
  const place = {checkout, env: {...process.env, ...addresses(stack)}};
  return {address, key: await keyOf(holder, stack.folder, place, isAccepted)};
};
