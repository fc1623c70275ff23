import {cp, mkdir, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test from 'ava';
import {execa} from 'execa';
import {aFolder} from '../../helpers/extracts/files.ts';
import {fileScope} from '../../helpers/scope.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const root = join(import.meta.dirname, '../../..');
const folder = aFolder(fileScope(test));
const installed = join(folder, 'node_modules');

/** The packed client beside the one package it needs, as npm installs them, in a folder with nothing else. */
test.before(async () => {
  const client = join(installed, '@vehicle-data-lookup/client');
  await mkdir(client, {recursive: true});
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const {stdout: tarball} = await execa('npm', pack, {cwd: join(root, 'clients/typescript')});
  await execa('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', client]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    await cp(join(root, 'node_modules', name), join(installed, name), {recursive: true});
  }
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
});

test('the packed client runs in plain Node', async t => {
  const server = createServer(({url, headers}, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({id: `${url} ${headers['x-api-key']}`}));
  });
  const baseUrl = `http://127.0.0.1:${await onLoopback(t, server)}`;
  const program = `
    import {createClient} from '@vehicle-data-lookup/client';
    const client = createClient({baseUrl: '${baseUrl}/', apiKey: 'key'});
    const {data} = await client.get('/v1/vehicles/{id}', {params: {path: {id: '1'}}});
    console.log(data.id);
  `;
  await writeFile(join(folder, 'program.js'), program);
  const {stdout} = await execa('node', ['program.js'], {cwd: folder});
  t.is(stdout, '/v1/vehicles/1 key');
});

for (const module of ['nodenext', 'esnext']) {
  test(`a strict program compiles against the packed client, with module ${module}`, async t => {
    const options = {
      ...{strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true},
      ...{skipLibCheck: false, noEmit: true, types: [], target: 'es2022', module},
      lib: ['es2023', 'dom', 'dom.iterable'],
      moduleResolution: module === 'esnext' ? 'bundler' : module,
    };
    const config = join(folder, `tsconfig.${module}.json`);
    await writeFile(config, JSON.stringify({compilerOptions: options, include: ['strict.ts']}));
    await cp(join(import.meta.dirname, 'programs/strict.ts'), join(folder, 'strict.ts'));
    const {stdout} = await execa('tsc', ['--project', config], {reject: false});
    t.is(stdout, '');
  });
}
