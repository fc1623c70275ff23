import {readFile} from 'node:fs/promises';
import test from 'ava';
import {parse} from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');

test('the indexer runs with one heap in npm and in Compose', async t => {
  const {scripts} = JSON.parse(await read('package.json')) as {
    readonly scripts: {readonly indexer: string};
  };
  const {services} = parse(await read('docker-compose.yml')) as {
    readonly services: {readonly indexer: {readonly entrypoint: readonly string[]}};
  };
  t.is(services.indexer.entrypoint.join(' '), scripts.indexer);
  t.regex(scripts.indexer, /--max-semi-space-size=\d+ --max-old-space-size=\d+/);
});
