import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {parse} from 'yaml';
import {z} from 'zod';
import {Environment} from '#core/config/config.ts';
import {elasticsearchVersion} from '#local/stack/distribution.ts';
import {autoCreateIndex} from '#local/stack/elasticsearch.ts';

const checkout = join(import.meta.dirname, '../..');
const read = (file: string) => readFile(join(checkout, file), 'utf8');

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  healthcheck: z
    .object({test: z.array(z.string())})
    .optional()
    .catch(undefined),
});

const Compose = z.object({services: z.record(z.string(), Service)});

const services = async () =>
  Compose.parse(parse(await read('docker-compose.yml'), {merge: true})).services;

test('Docker runs the Elasticsearch that development runs, and the Kibana that belongs to it', async t => {
  const {elasticsearch, kibana} = await services();
  t.is(
    elasticsearch?.image,
    `docker.elastic.co/elasticsearch/elasticsearch:${elasticsearchVersion}`,
  );
  t.is(kibana?.image, `docker.elastic.co/kibana/kibana:${elasticsearchVersion}`);
});

test('Elasticsearch creates no index by itself, in Docker as in development', async t => {
  const {elasticsearch} = await services();
  t.is(elasticsearch?.environment['action.auto_create_index'], autoCreateIndex);
});

test('Redis keeps every write and drops nothing, in Docker as in development', async t => {
  const command = (await services())['redis']?.command.join(' ') ?? '';
  t.regex(command, /--appendonly yes/);
  t.regex(command, /--maxmemory-policy noeviction/);
});

test('our containers are given no variable that the configuration does not read', async t => {
  const ours = Object.values(await services()).filter(({build}) => build !== undefined);
  t.true(ours.length > 0);
  for (const {environment} of ours) {
    t.deepEqual(
      Object.keys(environment).filter(name => !(name in Environment.shape)),
      [],
    );
  }
});

test('every port is published on the loopback only', async t => {
  const ports = Object.values(await services()).flatMap(service => service.ports);
  t.true(ports.length > 0);
  for (const port of ports) t.regex(port, /^127\.0\.0\.1:/);
});

test('every engine says whether it is healthy', async t => {
  const engines = Object.entries(await services()).filter(([, {build}]) => build === undefined);
  for (const [name, {healthcheck}] of engines) t.truthy(healthcheck, name);
});

test('the image has the Node of package.json', async t => {
  const {devDependencies} = z
    .object({devDependencies: z.object({node: z.string()})})
    .parse(JSON.parse(await read('package.json')));
  const [, version] = /^FROM node:(\d+\.\d+)-slim$/m.exec(await read('Dockerfile')) ?? [];
  t.is(version, devDependencies.node.split('.', 2).join('.'));
});

test('whatever the image copies is let through to its build', async t => {
  const allowed = (await read('.dockerignore')).split('\n').map(line => line.replace(/^!/, ''));
  const copied = Array.from((await read('Dockerfile')).matchAll(/^COPY (.+) \S+$/gm), ([, files]) =>
    (files ?? '').split(' '),
  ).flat();
  t.true(copied.length > 0);
  t.deepEqual(
    copied.filter(file => !allowed.includes(file)),
    [],
  );
});
