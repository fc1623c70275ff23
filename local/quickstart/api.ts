import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Launch, Service} from '../processes/service.ts';

export type ApiSettings = {
  readonly checkout: string;
  /** The stack's folder. */
  readonly folder: string;
  /** All that differs from the defaults: ports, addresses of the stack. */
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly opsPort: number;
};

const isReady = async (opsPort: number): Promise<boolean> => {
  try {
    const url = `http://127.0.0.1:${opsPort}/health/ready`;
    const response = await fetch(url, {signal: AbortSignal.timeout(5_000)});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** Node reads the settings from a file: so they can be looked up, and the command line shows whose process it is. */
const launch = async ({checkout, folder, environment}: ApiSettings): Promise<Launch> => {
  const file = join(folder, 'api.env');
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''));
  const inherited = Object.entries(process.env).filter(([name]) => !(name in environment));
  return {
    command: process.execPath,
    args: [`--env-file=${file}`, join(checkout, 'src/main.ts')],
    env: Object.fromEntries(inherited),
  };
};

/** The API of the quickstart, as a service beside the stack. */
export const apiService = (settings: ApiSettings): Service => ({
  name: 'api',
  port: settings.port,
  portVariable: 'PORT',
  folder: settings.folder,
  address: `http://127.0.0.1:${settings.port}`,
  isHealthy: () => isReady(settings.opsPort),
  prepare: () => launch(settings),
});
