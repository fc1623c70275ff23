import {readFile} from 'node:fs/promises';
import test from 'ava';
import {clientSchema} from '../../../docs/generate/client-schema.ts';
import {openApiFile} from '../../../docs/generate/open-api-file.ts';

const client = new URL('../../../clients/typescript/', import.meta.url);
const read = (name: string) => readFile(new URL(name, client), 'utf8');

test('the types of the client are those of the interface description', async t => {
  t.is(await read('src/schema.ts'), await clientSchema());
});

test('the client has the version of the contract, and the fetch that its tests ran with', async t => {
  const {version, dependencies} = JSON.parse(await read('package.json'));
  const {info} = JSON.parse(openApiFile());
  const root = JSON.parse(await read('../../package.json'));
  t.is(`v${version.split('.')[0]}`, info.version);
  t.is(dependencies['openapi-fetch'], root.devDependencies['openapi-fetch']);
});

test('the client comes under the license of the project', async t => {
  t.is(await read('LICENSE'), await read('../../LICENSE'));
});
