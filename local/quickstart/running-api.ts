import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {Unable} from '../processes/service.ts';
import {developerStack} from '../stack/settings.ts';
import {stackOf} from '../stack/stack.ts';

/** Where an API answers, and a key that it takes. */
export type RunningApi = {readonly address: string; readonly key: string};

const demoKeyOf = async (): Promise<string> => {
  const {folder} = await stackOf(developerStack(), () => {});
  try {
    return (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  } catch {
    throw new Unable('There is no demo key: run `npm run quickstart -- --detach` first.');
  }
};

/** The quickstart's API, unless `--url` and `--key` name another one. */
export const runningApi = async (args?: readonly string[]): Promise<RunningApi> => {
  const {values} = parseArgs({
    ...(args && {args: [...args]}),
    options: {url: {type: 'string'}, key: {type: 'string'}},
  });
  const address = values.url ?? `http://127.0.0.1:${process.env['PORT'] || '8080'}`;
  const key = values.key ?? (await demoKeyOf());
  try {
    const answer = await fetch(`${address}/v1/dataset`, {headers: {'X-Api-Key': key}});
    await answer.arrayBuffer();
    if (answer.ok) return {address, key};
    throw new Unable(`The API on ${address} answers ${answer.status} to the key.`);
  } catch (error) {
    if (error instanceof Unable) throw error;
    throw new Unable(`No API answers on ${address}: run \`npm run quickstart -- --detach\` first.`);
  }
};
