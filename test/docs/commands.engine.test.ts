import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {parse} from 'yaml';
import {writeSample} from '#sample/write-sample.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {runAdmin} from '../helpers/processes/run-admin.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {httpFiles} from '../helpers/servers/http-files.ts';
import {codeBlocks, pages, readPage, root} from './pages.ts';

const {scripts} = JSON.parse((await readPage('package.json')).text) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const {services} = parse((await readPage('docker-compose.yml')).text, {merge: true}) as {
  readonly services: Readonly<Record<string, {readonly profiles?: readonly string[]}>>;
};
const client = JSON.parse((await readPage('clients/typescript/package.json')).text);
const clientTarball = `vehicle-data-lookup-client-${client.version}.tgz`;

/** The pages for operators, in the order in which their commands run. */
const operators = (
  await Promise.all(
    [
      'deployment',
      'docker',
      'kubernetes',
      'importing',
      'operations',
      'upgrading',
      'test-environment',
    ].map(name => readPage(`docs/${name}.md`)),
  )
)
  .map(({text}) => text)
  .join('\n');

const programs = ['npm', 'npx', 'node', 'docker', 'systemctl', 'systemd-analyze', 'git'];

/** The commands of a page: the lines of its shell blocks, and those named within a sentence. */
const commandsOf = (text: string): readonly string[] => {
  const lines = codeBlocks(text, 'sh').flatMap(block => block.trim().split('\n'));
  const named = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code]) => String(code)).filter(code =>
    programs.includes(code.split(' ')[0] ?? ''),
  );
  return [...lines.map(line => line.replace(/\s+# .*$/, '')), ...named];
};

/** The variables that a line sets for its command, and the command. */
const withVariables = (line: string) => {
  const [start = ''] = /^(?:[A-Z_]+=\S+ )*/.exec(line) ?? [];
  const pairs = Array.from(start.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value]);
  return {
    variables: Object.fromEntries(pairs) as Readonly<Record<string, string>>,
    command: line.slice(start.length),
  };
};

const commands = [
  ...new Set(pages.flatMap(({text}) => commandsOf(text).map(line => withVariables(line).command))),
];

/** Splits as a shell does, as far as the documentation needs it. */
const words = (command: string): readonly string[] =>
  Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');

const isFile = (path: string): boolean => existsSync(new URL(path, root));

/** The service that `docker compose run` starts, or none. */
const composed = (command: string) =>
  /^docker compose run --rm (\S+)(?: (.+))?$/.exec(command)?.slice(1) ?? [];

/** What `kubectl exec` runs in the Job of the tools, or none. */
const executed = (command: string) =>
  /^kubectl exec -it job\/admin(?: -c indexer)? -- node (\w+)\/main\.ts (.+)$/
    .exec(command)
    ?.slice(1) ?? [];

const isKnownToKubernetes = (command: string): boolean => {
  const [, folder] = /^kubectl apply --kustomize (\S+)$/.exec(command) ?? [];
  if (folder) return isFile(`${folder}/kustomization.yaml`);
  const [, cronJob] = /^kubectl create job \w+ --from=cronjob\/(\w+)$/.exec(command) ?? [];
  if (cronJob) return isFile(`deploy/kubernetes/base/${cronJob}.yaml`);
  const [tool] = executed(command);
  const others =
    /^kubectl (?:create namespace|config|delete job|patch cronjob indexer) |^kubectl rollout \w+ deployment\/api$/;
  return tool !== undefined || others.test(command);
};

/** Whether a command packs, installs or runs a client that is there. */
const isOfClient = (command: string): boolean => {
  const [, folder, file = ''] =
    /^npm pack (\S+)$|^(?:pip install --requirement|python) (\S+)/.exec(command) ?? [];
  if (folder) return isFile(`${folder}/package.json`);
  return file !== '' ? isFile(file) : command === `npm install ./${clientTarball}`;
};

const isKnown = (command: string): boolean => {
  if (isOfClient(command)) return true;
  if (command.startsWith('kubectl ')) return isKnownToKubernetes(command);
  const [, inspected] =
    /^npx @modelcontextprotocol\/inspector .+ npm run --silent (\w+) /.exec(command) ?? [];
  if (inspected) return inspected in scripts;
  const [, script, args = ''] =
    /^npm (?:run )?(?:--silent )?([\w:]+)(?: -- (.+))?$/.exec(command) ?? [];
  if (script === 'ci') return true;
  if (script === 'test') return args.split(' ').every(file => file === '' || isFile(file));
  if (script) return script in scripts;
  if (/^docker compose (?:stop|start|exec -T|run --rm --no-deps -T) redis(?: |$)/.test(command)) {
    return true;
  }
  const [service] = composed(command);
  if (service) return service in services;
  const [, profile, one] =
    /^docker compose(?: --profile (\w+))? (?:up --detach|down|ps|logs|stop|restart)(?: --[a-z-]+| \d+h)*(?: ([\w-]+))?$/.exec(
      command,
    ) ?? [];
  // A page adds a second copy of a service under its name and "-2".
  if (one) return one.replace(/-2$/, '') in services;
  if (profile) {
    return Object.values(services).some(({profiles}) => profiles?.includes(profile));
  }
  const [, unit] =
    /^systemctl (?:enable(?: --now)?|list-timers|stop|start) (\S+)$/.exec(command) ?? [];
  if (unit) return isFile(`deploy/systemd/${unit.replace(/@\d+/, '@')}`);
  return /^docker compose (up (--build )?--detach|down( --volumes)?|build|ps|ls)$|^systemd-analyze verify$|^git pull$/.test(
    command,
  );
};

for (const command of commands) {
  if (command.startsWith('curl ')) continue;
  test(`"${command}" of the documentation exists`, t => {
    t.true(isKnown(command));
  });
}

test('every npm script is one that the documentation names', t => {
  const text = commands.join('\n');
  for (const script of Object.keys(scripts)) {
    t.regex(text, new RegExp(`^npm (?:run )?(?:--silent )?${script}\\b(?!:)`, 'm'), script);
  }
});

type Call = {
  readonly tool: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

/** A command of one of the two tools, run by npm, by Compose or by kubectl. */
const callOf = (line: string): Call | undefined => {
  const {variables, command} = withVariables(line);
  const [, script, text = ''] =
    /^npm run (?:--silent )?(indexer|admin) -- (.+)$/.exec(command) ?? [];
  if (script) return {tool: script, args: words(text), variables};
  const [service = '', args = ''] = [...composed(command), ...executed(command)];
  if (!['indexer', 'admin'].includes(service)) return undefined;
  return {tool: service, args: words(args), variables};
};

const callsOf = (text: string): readonly Call[] =>
  commandsOf(text).flatMap(command => callOf(command) ?? []);

test('every command of the tools in other pages stands in those for operators', t => {
  const there = callsOf(operators).map(call => JSON.stringify(call));
  for (const {path, text} of pages) {
    for (const call of callsOf(text)) t.true(there.includes(JSON.stringify(call)), path);
  }
});

/** What asks a person has nobody to ask here. */
const asking = ['rollback', 'prune', 'revoke'];

/** Ids that a command of the documentation names, from what commands before it have printed. */
type Ids = Record<string, string>;

type Printed = {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly webhookId?: string;
  readonly manifest?: {readonly serial: number};
  readonly held?: readonly {readonly version: string; readonly limit: number | null}[];
};

const remember = (ids: Ids, {accountId, keyId, webhookId, manifest, held = []}: Printed): void => {
  const whole = held.find(({limit}) => limit === null);
  const printed = [accountId && {accountId}, keyId && {keyId}, webhookId && {webhookId}];
  const serial = manifest && {serial: String(manifest.serial)};
  Object.assign(ids, ...printed, serial, whole && {version: whole.version});
};

/** Extracts of vehicles that no extract before had; `path` is where one of this name is to lie. */
const newExtracts = (t: ExecutionContext) => {
  const folder = aFolder(t);
  let seed = 0;
  return {
    path: (name: string): string => join(folder, basename(name)),
    write: (out: string) => writeSample({vehicles: 20, seed: ++seed, out}),
  };
};

test('the commands of the pages for operators succeed, one after the other', async t => {
  const {prefix} = anInstallation(t);
  const {url: redis} = await startRedis(t);
  const {path, write} = newExtracts(t);
  await write(path('newest.zip'));
  // As the register's files, it changes between two commands at most.
  let modified = '';
  const server = await httpFiles(t, await readFile(path('newest.zip')), {
    headers: () => ({'last-modified': modified}),
  });
  const env = {
    INDEX_PREFIX: prefix,
    INDEXER_DIRECTORY: path('indexer'),
    EXTRACT_URL: server.url,
    EXPORTS_DIRECTORY: aFolder(t),
    REDIS_URL: redis,
    // Small fleets of other vehicles differ more than two weeks of the register do.
    GATE_MAX_KIND_SHIFT_POINTS: '100',
    GATE_VANISHED_KIND_VEHICLES: '1000000',
    GATE_MAX_CHANGES_FACTOR: '1000000',
  };
  const ids: Ids = {};
  for (const {tool, args, variables} of callsOf(operators)) {
    const filled = args.map(arg =>
      arg.endsWith('.zip')
        ? path(arg)
        : arg
            .replace('/srv/exports', env.EXPORTS_DIRECTORY)
            .replace(/<(\w+)>/, (_, name: string) => ids[name] ?? `no ${name} yet`),
    );
    const [command, file = ''] = filled;
    modified = new Date(Date.now() + 60_000).toUTCString();
    if (command === 'import' && file.endsWith('.zip')) await write(file);
    const all = [
      ...filled,
      ...(asking.some(word => args.includes(word)) ? ['--yes'] : []),
      '--json',
    ];
    const {INDEX_PREFIX: ownPrefix = ''} = variables;
    const set = {...env, ...variables, INDEX_PREFIX: prefix + ownPrefix};
    const said = tool === 'admin' ? await runAdmin(set, ...all) : await runIndexer(t, all, set);
    t.is(said.code, 0, `${tool} ${all.join(' ')}\n${said.stderr}`);
    remember(ids, JSON.parse(said.stdout));
  }
});
