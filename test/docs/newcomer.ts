import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {ExecutionContext} from 'ava';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';

const run = promisify(execFile);

/** Where the documentation says that the API is, and that of the test environment. */
export const documented = 'http://localhost:8080';
export const documentedTest = 'http://localhost:8090';

/** Printed after what each command says. */
const separator = '----';

/**
 * Runs commands in a shell as a newcomer would, one after the other, with a key, against the API over this sample.
 * Returns what each of them printed.
 */
export const newcomer = async (
  t: ExecutionContext,
  indexPrefix: string,
  environment: KeyEnvironment = 'live',
  options: Pick<Parameters<typeof startKeyedCopy>[2] & object, 'exports'> = {},
) => {
  const {port, key} = await startKeyedCopy(t, indexPrefix, {environment, ...options});
  const server = `http://127.0.0.1:${port}`;
  return async (commands: readonly string[]): Promise<readonly string[]> => {
    const script = [documented, documentedTest, '<server>'].reduce(
      (changed, address) => changed.replaceAll(address, server),
      commands.map(command => `${command}\necho -n ${separator}`).join('\n'),
    );
    const {stdout} = await run('bash', ['-ec', script.replaceAll('<your key>', key)], {
      env: {...process.env, KEY: key},
    });
    return stdout.split(separator).slice(0, -1);
  };
};
