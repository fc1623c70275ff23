import {readFile} from 'node:fs/promises';
import test from 'ava';
import {parse} from 'yaml';
import {z} from 'zod';
import {
  elasticsearchVariables,
  exportVariables,
  keyVariables,
  publicUrlVariable,
} from '#core/config/engines.ts';
import {tracingVariables} from '#core/config/tracing.ts';
import {indexerVariables} from '#indexer/config.ts';
import {kibanaVariables} from '#kibana/config.ts';
import {autoCreateIndex, elasticsearchVersion} from '#local/stack/engines.ts';
import {apiVariables} from '#src/config.ts';
import {webhookVariables} from '#webhooks/config.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  entrypoint: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  pids_limit: z.number().optional(),
  logging: z.object({options: z.record(z.string(), z.string())}).optional(),
  init: z.boolean().default(false),
  read_only: z.boolean().default(false),
  mem_limit: z.string().optional(),
  healthcheck: z
    .object({test: z.array(z.string())})
    .optional()
    .catch(undefined),
});

const Compose = z.object({services: z.record(z.string(), Service)});

const {services} = Compose.parse(parse(await read('docker-compose.yml'), {merge: true}));

/** Those whose image is ours, by name, and the others. */
const ours = Object.entries(services).filter(([, {build}]) => build !== undefined);
const engines = Object.entries(services).filter(([, {build}]) => build === undefined);

test('Docker runs the Elasticsearch that development runs, and the Kibana that belongs to it', t => {
  for (const name of ['elasticsearch', 'kibana']) {
    const image = `docker.elastic.co/${name}/${name}:${elasticsearchVersion}`;
    t.is(services[name]?.image, image);
  }
});

test('Elasticsearch creates no index by itself, in Docker as in development', t => {
  t.is(services['elasticsearch']?.environment['action.auto_create_index'], autoCreateIndex);
});

test('the indexer runs with one heap in npm and in Compose', async t => {
  const {indexer} = JSON.parse(await read('package.json')).scripts;
  t.is(services['indexer']?.entrypoint.join(' '), indexer);
  t.regex(indexer, /--max-semi-space-size=\d+ --max-old-space-size=\d+ --heap-growing-percent=\d+/);
});

test('Redis keeps every write and drops nothing, in Docker as in development', t => {
  const command = services['redis']?.command.join(' ') ?? '';
  t.regex(command, /--appendonly yes/);
  t.regex(command, /--maxmemory-policy noeviction/);
});

/** Set by the image, or left alone: .env says where they are published. */
const ofTheContainer = ['HOST', 'PORT', 'OPS_HOST', 'OPS_PORT', 'NODE_ENV'];
const notForDashboard = ['ELASTICSEARCH_NODES', 'ELASTICSEARCH_CA'];

/** Those that Node and the SDK of OpenTelemetry read by themselves. */
const ofLibraries = (service: string): readonly string[] => [
  'NODE_EXTRA_CA_CERTS',
  ...(['admin', 'webhooks', 'dashboard'].includes(service)
    ? []
    : ['EXPORTER_OTLP_HEADERS', 'RESOURCE_ATTRIBUTES', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG'].map(
        name => `OTEL_${name}`,
      )),
];

const ofEngines = {...elasticsearchVariables, ...tracingVariables};
const ofApi = {
  ...{...apiVariables, ...exportVariables, ...publicUrlVariable},
  ...{...keyVariables, ...ofEngines},
};
const ofIndexer = {...indexerVariables, ...exportVariables, ...ofEngines};

/** Which variables the program of a service reads. The dashboard loader asks Kibana alone. */
const reads: Readonly<Record<string, object>> = {
  api: ofApi,
  'test-api': ofApi,
  indexer: ofIndexer,
  updates: ofIndexer,
  sample: ofIndexer,
  'test-data': ofIndexer,
  admin: keyVariables,
  doctor: {...ofApi, ...ofIndexer},
  webhooks: {
    ...webhookVariables,
    ...publicUrlVariable,
    ...keyVariables,
    ...elasticsearchVariables,
  },
  dashboard: {...kibanaVariables, ...elasticsearchVariables},
};

const variablesOf = (service: string): readonly string[] => {
  const ofApiContainer = ofTheContainer.filter(name => service !== 'doctor' || name !== 'OPS_HOST');
  const others = service === 'dashboard' ? notForDashboard : ofApiContainer;
  return Object.keys(reads[service] ?? {}).filter(name => !others.includes(name));
};

test('a container is given the variables that its program reads, and so no secret of another', t => {
  for (const [service, {environment}] of ours) {
    t.deepEqual(
      Object.keys(environment).toSorted(),
      [...variablesOf(service), ...ofLibraries(service)].toSorted(),
      service,
    );
  }
});

test('a container waits for the engines that its program asks, and for no other', t => {
  const waits = ours.map(([service, {depends_on}]) => [service, Object.keys(depends_on)]);
  t.deepEqual(Object.fromEntries(waits), {
    api: ['elasticsearch', 'redis'],
    'test-api': ['elasticsearch', 'redis'],
    indexer: ['elasticsearch'],
    updates: ['elasticsearch'],
    sample: ['elasticsearch'],
    'test-data': ['elasticsearch'],
    admin: ['redis'],
    doctor: [],
    webhooks: ['elasticsearch', 'redis'],
    dashboard: ['kibana'],
  });
});

test('the test environment has keys and indices of its own, and imports its data where it reads it', t => {
  const {'test-api': api, 'test-data': data} = services;
  t.is(api?.environment['API_ENVIRONMENT'], 'test');
  t.regex(api?.environment['INDEX_PREFIX'] ?? '', /^\$\{INDEX_PREFIX:-\}test-$/);
  t.is(data?.environment['INDEX_PREFIX'], api?.environment['INDEX_PREFIX']);
});

test('every container runs without privileges, and its processes and logs are bounded', t => {
  for (const [name, service] of Object.entries(services)) {
    t.deepEqual(service.cap_drop, ['ALL'], name);
    t.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    t.truthy(service.pids_limit, name);
    t.truthy(service.logging?.options['max-size'], name);
  }
});

test('our containers can write to volumes alone, and their memory is bounded', t => {
  for (const [name, service] of ours) {
    t.true(service.init, name);
    t.true(service.read_only, name);
    t.truthy(service.mem_limit, name);
  }
});

test('every port is published on the loopback only', t => {
  const ports = Object.values(services).flatMap(service => service.ports);
  t.true(ports.length > 0);
  for (const port of ports) t.regex(port, /^127\.0\.0\.1:/);
});

test('every engine has an image of one full version, and says whether it is healthy', t => {
  for (const [name, {image, healthcheck}] of engines) {
    t.regex(image, /:\d+\.\d+\.\d+/, name);
    t.truthy(healthcheck, name);
  }
});

test('the schedule is for those who ask for it, and runs the indexer as it is run by itself', async t => {
  const {indexer, updates} = services;
  t.deepEqual(updates?.profiles, ['scheduled']);
  const daily = ['sh', '/deploy/update-daily', ...(indexer?.entrypoint ?? [])];
  t.deepEqual([updates?.entrypoint, updates?.command], [daily, ['update']]);
  t.deepEqual(updates?.environment, indexer?.environment);
  const folder = indexer?.environment['INDEXER_DIRECTORY'];
  const volume = `\${INDEXER_DIRECTORY:-indexer-data}:${folder}`;
  t.true(indexer?.volumes.includes(volume));
  t.true(updates?.volumes.includes(volume));
  t.true((await read('Dockerfile')).includes(`--owner=node --group=node ${folder}\n`));
});

test('the image has the Node of package.json', async t => {
  const {devDependencies} = JSON.parse(await read('package.json'));
  const [, version] = /^FROM node:([\d.]+)-\w+-slim$/m.exec(await read('Dockerfile')) ?? [];
  t.is(version, devDependencies.node);
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
