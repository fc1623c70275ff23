import {cp, mkdir, readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test from 'ava';
import {execa} from 'execa';
import {codeBlocks, readPage} from '../../docs/pages.ts';
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

test('the client has the version of the contract, and the fetch that its tests ran with', async t => {
  const {version, dependencies} = JSON.parse(
    (await readPage('clients/typescript/package.json')).text,
  );
  const {info} = JSON.parse((await readPage('docs/openapi.json')).text);
  const {devDependencies} = JSON.parse((await readPage('package.json')).text);
  t.is(`v${version.split('.')[0]}`, info.version);
  t.is(dependencies['openapi-fetch'], devDependencies['openapi-fetch']);
});

test('the client comes under the license of the project', async t => {
  t.is((await readPage('clients/typescript/LICENSE')).text, (await readPage('LICENSE')).text);
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

/** The complaints of the compiler about these programs, each a module of its own. */
const compiled = async (module: string, programs: Readonly<Record<string, string>>) => {
  const options = {
    ...{strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true},
    ...{skipLibCheck: false, noEmit: true, types: [], target: 'es2022', module},
    lib: ['es2023', 'dom', 'dom.iterable'],
    moduleResolution: module === 'esnext' ? 'bundler' : module,
  };
  const config = join(folder, `${module}.json`);
  const include = Object.keys(programs);
  await writeFile(config, JSON.stringify({compilerOptions: options, include}));
  for (const [name, program] of Object.entries(programs)) {
    await writeFile(join(folder, name), program);
  }
  return (await execa('tsc', ['--project', config], {reject: false})).stdout;
};

for (const module of ['nodenext', 'esnext']) {
  test(`a strict program and the examples of both pages compile against the packed client, with module ${module}`, async t => {
    const strict = await readFile(join(import.meta.dirname, 'programs/strict.ts'), 'utf8');
    const readme = codeBlocks((await readPage('clients/typescript/README.md')).text, 'ts');
    const [example = ''] = codeBlocks((await readPage('docs/clients.md')).text, 'ts');
    const programs = {
      'strict.ts': strict,
      // One after the other, they are a program.
      'readme.ts': ['declare const process: {env: {API_KEY?: string}};', ...readme].join('\n'),
      'clients.ts': `
        import {createClient} from '@vehicle-data-lookup/client';
        declare const apiKey: string;
        ${example}
        console.log(vehicle, makes, results);
      `,
    };
    t.is(await compiled(module, programs), '');
  });
}
