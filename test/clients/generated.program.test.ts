import {join} from 'node:path';
import test from 'ava';
import {execa} from 'execa';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';

const program = join(import.meta.dirname, '../../local/clients.ts');

test('clients that are generated from the description compile, and find the same', async t => {
  // Packages of several languages are downloaded first.
  t.timeout(1_200_000);
  const {port, key} = await startKeyedCopy(t, await importSample(t));
  const args = [program, '--url', `http://127.0.0.1:${port}`, '--key', key];
  const {exitCode, all} = await execa('node', args, {all: true, reject: false});
  t.is(exitCode, 0, all);
  for (const name of ['openapi-typescript.ts', 'hey-api.ts', 'orval.ts']) {
    t.regex(all, new RegExp(`^tsx programs/${name}: \\{"`, 'm'));
  }
  t.regex(all, /^python programs\/openapi_python_client\.py: \{"/m);
});
