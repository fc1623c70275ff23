import {readFile} from 'node:fs/promises';
import test from 'ava';
import {parse, parseAllDocuments} from 'yaml';
import {z} from 'zod';
import {exitCodes} from '#core/command-line/errors.ts';
import {readConfig as readIndexerConfig} from '#indexer/config.ts';
import {readConfig} from '#src/config.ts';
import {variables as allVariables} from '../../docs/generate/tables.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');

const Reference = z.object({name: z.string(), key: z.string()}).loose();
const Variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.partialRecord(z.enum(['secretKeyRef', 'configMapKeyRef']), Reference).optional(),
});
const Probe = z.object({httpGet: z.object({path: z.string(), port: z.string()})}).loose();
const Container = z.object({
  name: z.string(),
  command: z.array(z.string()).default([]),
  env: z.array(Variable).default([]),
  envFrom: z.array(z.object({configMapRef: z.object({name: z.string()})})).default([]),
  securityContext: z.unknown(),
  resources: z.unknown(),
  ports: z.array(z.object({name: z.string(), containerPort: z.number()})).default([]),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
});
const Pod = z
  .object({containers: z.array(Container), securityContext: z.record(z.string(), z.unknown())})
  .loose();
const Job = z.object({
  activeDeadlineSeconds: z.number(),
  podFailurePolicy: z.object({
    rules: z.array(z.object({action: z.string(), onExitCodes: z.unknown().optional()})),
  }),
});
const Bounds = z.object({
  requests: z.object({cpu: z.string(), memory: z.string()}),
  limits: z.object({memory: z.string()}),
});
const Kustomization = z.object({
  configMapGenerator: z.array(z.object({name: z.string(), literals: z.array(z.string())})),
});

const resourcesOf = async (file: string, folder = 'base') =>
  parseAllDocuments(await read(`deploy/kubernetes/${folder}/${file}`)).map(each => each.toJS());

const [deployment, service] = await resourcesOf('api.yaml');
const [indexer] = await resourcesOf('indexer.yaml');
const [admin] = await resourcesOf('admin.yaml');
const {configMapGenerator} = Kustomization.parse(
  parse(await read('deploy/kubernetes/base/kustomization.yaml')),
);

const pods = {
  api: Pod.parse(deployment.spec.template.spec),
  indexer: Pod.parse(indexer.spec.jobTemplate.spec.template.spec),
  admin: Pod.parse(admin.spec.jobTemplate.spec.template.spec),
};
const containers = Object.entries(pods).flatMap(([pod, spec]) =>
  spec.containers.map(container => ({title: `${pod}/${container.name}`, ...container})),
);
const [api] = pods.api.containers;

type Container = z.output<typeof Container>;

/** The variables of the ConfigMaps that a container takes whole. */
const settingsOf = ({envFrom}: Container): readonly string[] =>
  envFrom.flatMap(({configMapRef: {name}}) => {
    const {literals = []} = configMapGenerator.find(map => map.name === name) ?? {};
    return literals.map(literal => literal.split('=')[0] ?? '');
  });

for (const [name, pod] of Object.entries(pods)) {
  test(`Kubernetes runs ${name} as a user with no rights, in the cluster or out of it`, t => {
    t.like(pod, {automountServiceAccountToken: false, enableServiceLinks: false});
    t.like(pod.securityContext, {
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: {type: 'RuntimeDefault'},
    });
  });
}

for (const {title, securityContext, resources} of containers) {
  test(`in Kubernetes, ${title} can write to its volumes alone, and has bounds`, t => {
    t.deepEqual<unknown, unknown>(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: {drop: ['ALL']},
    });
    t.notThrows(() => Bounds.parse(resources));
  });
}

const ofElasticsearch = Object.keys(allVariables).filter(name =>
  /^ELASTICSEARCH_(?!CA$)/.test(name),
);
const variables: Readonly<Record<string, readonly string[]>> = {
  'api/api': [...ofElasticsearch, 'REDIS_URL', 'PUBLIC_URL', 'API_ENVIRONMENT'],
  'indexer/indexer': [...ofElasticsearch, 'EXTRACT_URL', 'INDEXER_DIRECTORY'],
  'admin/admin': ['REDIS_URL', 'API_ENVIRONMENT', 'NODE_EXTRA_CA_CERTS'],
  'admin/indexer': [...ofElasticsearch, 'INDEXER_DIRECTORY'],
  'admin/doctor': [
    ...ofElasticsearch,
    ...['REDIS_URL', 'PUBLIC_URL', 'API_ENVIRONMENT', 'EXTRACT_URL', 'INDEXER_DIRECTORY'],
  ],
};

for (const container of containers) {
  test(`in Kubernetes, ${container.title} gets the variables that it reads, and no other's secrets`, t => {
    const names = [...settingsOf(container), ...container.env.map(({name}) => name)];
    t.deepEqual([...new Set(names)].toSorted(), variables[container.title]?.toSorted());
    const ofNode = ['NODE_EXTRA_CA_CERTS'];
    t.true(names.every(name => name in allVariables || ofNode.includes(name)));
  });
}

test('in Kubernetes, every secret comes from the Secret that has a key of its name', t => {
  const isSecret = (name: string) => allVariables[name]?.meta()?.['secret'] === true;
  const inClear = containers.flatMap(container => [
    ...settingsOf(container),
    ...container.env.flatMap(({name, value}) => (value === undefined ? [] : name)),
  ]);
  // Addresses, without the login that they may hold.
  t.deepEqual([...new Set(inClear.filter(isSecret))], ['ELASTICSEARCH_NODES']);
  const taken = containers.flatMap(({env}) => env).filter(({valueFrom}) => valueFrom);
  t.true(taken.length > 0);
  for (const {name, valueFrom} of taken) {
    t.is((valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef)?.key, name);
  }
});

test('in Kubernetes, the indexer runs with the heap that npm gives it', async t => {
  const {scripts} = JSON.parse(await read('package.json')) as {
    readonly scripts: {readonly indexer: string};
  };
  t.is(pods.indexer.containers[0]?.command.join(' '), scripts.indexer);
});

test('in Kubernetes, an import is tried again where that can help, and ends after its download', t => {
  const {activeDeadlineSeconds, podFailurePolicy} = Job.parse(indexer.spec.jobTemplate.spec);
  t.deepEqual<unknown, unknown>(podFailurePolicy.rules[0], {
    action: 'FailJob',
    onExitCodes: {
      containerName: 'indexer',
      operator: 'In',
      values: [exitCodes.failure, exitCodes.usage, exitCodes.extractRefused],
    },
  });
  const {deadlineMs} = readIndexerConfig({}).indexing.fetchLimits;
  t.true(activeDeadlineSeconds * 1000 > deadlineMs);
});

test('in Kubernetes, probes ask the port for operators, which has no Service', t => {
  const {port, opsPort} = readConfig({});
  t.deepEqual(api?.ports, [
    {name: 'http', containerPort: port},
    {name: 'ops', containerPort: opsPort},
  ]);
  const {startupProbe, livenessProbe, readinessProbe} = api ?? {};
  t.deepEqual(startupProbe?.httpGet, {path: '/health/live', port: 'ops'});
  t.deepEqual(livenessProbe?.httpGet, {path: '/health/live', port: 'ops'});
  t.deepEqual(readinessProbe?.httpGet, {path: '/health/ready', port: 'ops'});
  t.deepEqual(service.spec.ports, [{name: 'http', port, targetPort: 'http'}]);
});

const templates = [deployment, indexer.spec.jobTemplate, admin.spec.jobTemplate].map(
  ({spec}) => spec.template,
);

type Selector = {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {readonly key: string; readonly values: readonly string[]}[];
};

/** The components whose pods a selector finds. */
const selected = ({matchLabels = {}, matchExpressions = []}: Selector) =>
  templates
    .map(({metadata: {labels}}) => labels)
    .filter(labels => Object.entries(matchLabels).every(([key, value]) => labels[key] === value))
    .filter(labels => matchExpressions.every(({key, values}) => values.includes(labels[key])))
    .map(labels => labels['app.kubernetes.io/component']);

test('what selects pods in the example for Kubernetes finds them, and their ports', async t => {
  const policies = await resourcesOf('network-policies.yaml', 'example');
  const found = policies.map(({spec}) => selected(spec.podSelector).join());
  t.deepEqual(found, ['api', 'indexer,admin']);
  const ports = policies[0].spec.ingress.map(
    (rule: {ports: [{port: string}]}) => rule.ports[0].port,
  );
  t.deepEqual(
    ports,
    api?.ports.map(({name}) => name),
  );
  const [{spec}] = await resourcesOf('pod-monitor.yaml', 'example');
  t.deepEqual(selected(spec.selector), ['api']);
  const [{port, relabelings}] = spec.podMetricsEndpoints;
  t.is(port, 'ops');
  const alerts = await read('deploy/prometheus/alerts.yml');
  t.true(alerts.includes(`up{job="${relabelings[0].replacement}"}`));
});

test('the autoscaler of the example for Kubernetes scales the API', async t => {
  const [{spec}] = await resourcesOf('autoscaler.yaml', 'example');
  const {apiVersion, kind, name} = spec.scaleTargetRef;
  t.like(deployment, {apiVersion, kind, metadata: {name}});
});

test('the Ingress of the example for Kubernetes leads from the public address to the Service', async t => {
  const [{spec}] = await resourcesOf('ingress.yaml', 'example');
  const [{host, http}] = spec.rules;
  const {name, port} = http.paths[0].backend.service;
  t.like(service, {metadata: {name}, spec: {ports: [port]}});
  t.deepEqual(spec.tls[0].hosts, [host]);
  const example = await read('deploy/kubernetes/example/kustomization.yaml');
  t.true(example.includes(`[PUBLIC_URL=https://${host}]`));
});
