import {createClient} from '#clients/typescript/src/index.ts';
import type {ClientOptions} from '#clients/typescript/src/options.ts';
import type {Copy} from '../api/start-copy.ts';

/** A client of a copy of the API. It waits for nothing, and notes how long it would have waited. */
export const clientOf = (
  {port}: Pick<Copy, 'port'>,
  apiKey: string,
  options: Partial<ClientOptions> = {},
) => {
  const waits: number[] = [];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    wait: async seconds => void waits.push(seconds),
    ...options,
  });
  return {client, waits};
};
