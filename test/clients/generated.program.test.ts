import {join} from 'node:path';
import test from 'ava';
import {execa} from 'execa';
import {startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/sample-import.ts';

const program = join(import.meta.dirname, '../../local/clients.ts');

test('clients that are generated from the description compile, and find the same', async t => {
  // Packages of several languages are downloaded first.
  t.timeout(1_200_000);
  const sample = await importSample();
  t.teardown(sample.remove);
  const {redis} = await startRedis(t);
  const {port} = await startCopy(t, {elasticsearch: testClient(t), redis}, sample.indexPrefix);
  const {key} = await anAccount(redis);
  const args = [program, '--url', `http://127.0.0.1:${port}`, '--key', key];
  const {exitCode, all} = await execa('node', args, {all: true, reject: false});
  t.is(exitCode, 0, all);
  for (const name of ['openapi-typescript.ts', 'hey-api.ts', 'orval.ts']) {
    t.regex(all, new RegExp(`^tsx programs/${name}: \\{"`, 'm'));
  }
  t.regex(all, /^python programs\/openapi_python_client\.py: \{"/m);
});
