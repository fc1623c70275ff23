import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {commandLine} from './command-line.ts';
import {tireless} from './quickstart/kept-key.ts';
import {runningApi} from './quickstart/running-api.ts';
import {needSchemathesis} from './schemathesis/environment.ts';

const folder = join(import.meta.dirname, '../.local/schemathesis');
const settings = join(import.meta.dirname, 'schemathesis');

/**
 * Tries a running API with whatever its own description allows and forbids. `--url` and `--key` say
 * which, by default the quickstart's; what follows `--` is schemathesis' own.
 */
await commandLine(async say => {
  const given = process.argv.slice(2);
  const own = given.includes('--') ? given.indexOf('--') : given.length;
  const {address, key} = await runningApi(tireless, given.slice(0, own));
  const program = await needSchemathesis(folder, say);
  const options = ['--config-file', join(settings, 'schemathesis.toml')];
  const args = [...options, 'run', `${address}/openapi.json`, '--url', address];
  const child = spawn(program, [...args, ...given.slice(own + 1)], {
    cwd: folder,
    env: {...process.env, API_KEY: key, HOOKS: join(settings, 'hooks.py')},
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
});
