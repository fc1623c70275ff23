import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Launch, type Service, Unable} from '../processes/service.ts';

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

const fileIn = (folder: string): string => join(folder, 'api.env');

const linesOf = (environment: ApiSettings['environment']): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Throws when the API that runs was started with other settings: it is not where we would ask it. */
export const refuseOtherSettings = async ({folder, environment}: ApiSettings): Promise<void> => {
  const used = await readFile(fileIn(folder), 'utf8');
  if (used === linesOf(environment)) return;
  throw new Unable(
    `The API runs already with other settings:\n\n${used}\n` +
      'Use the same ones, or end it first with `npm run quickstart -- --down`.',
  );
};

/** Node reads the settings from a file: so they can be looked up, and the command line shows whose process it is. */
const launch = async ({checkout, folder, environment}: ApiSettings): Promise<Launch> => {
  const file = fileIn(folder);
  await writeFile(file, linesOf(environment));
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
