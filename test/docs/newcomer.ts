import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {ExecutionContext} from 'ava';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';

const run = promisify(execFile);

/** Where the documentation says that the API is, and that of the test environment. */
export const documented = 'http://localhost:8080';
export const documentedTest = 'http://localhost:8090';

/** Runs a command in a shell as a newcomer would, with a key, against the API over this sample. */
export const newcomer = async (
  t: ExecutionContext,
  indexPrefix: string,
  environment: KeyEnvironment = 'live',
) => {
  const {port, key} = await startKeyedCopy(t, indexPrefix, {environment});
  const server = `http://127.0.0.1:${port}`;
  return async (command: string) => {
    const here = [documented, documentedTest, '<server>'].reduce(
      (changed, address) => changed.replaceAll(address, server),
      command,
    );
    const withKey = here
      .replaceAll('<your key>', key)
      .replace(/^curl /, 'curl --silent --show-error ');
    const {stdout} = await run('bash', ['-c', withKey], {env: {...process.env, KEY: key}});
    return stdout;
  };
};
