import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import type {Asked, Fate} from '../../helpers/engines/elasticsearch-proxy.ts';
import {env} from '../../helpers/environment.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';
import {buildAliases, generations, liveAliases, versionOf} from '../generations/generations.ts';

const stopped = 'Stopped by SIGTERM; nothing went live.\n';

/** 1 was live before 2, and 3 is held. */
const threeGenerations = async (scope: Scope) => {
  const installation = generations(scope);
  await installation.live(1);
  await installation.live(2);
  await installation.held(3);
  return installation;
};

/** What changes nothing shares one installation. */
const shared = sharedFixture(test, threeGenerations);

const commands = {
  promote: ['promote', versionOf(3)],
  rollback: ['rollback', '--yes'],
  prune: ['prune', '--keep', '1', '--yes'],
  status: ['status'],
  builds: ['builds'],
} as const;

/** Runs a command and stops it at the first request to such a path, which then has this fate. */
const stopAt = async (
  {runThrough}: ReturnType<typeof generations>,
  command: keyof typeof commands,
  path: RegExp,
  fate: Fate,
) => {
  let isStopped = false;
  const stopping = (asked: Asked): Fate => {
    if (isStopped || !path.test(asked.path)) return 'pass';
    isStopped = true;
    process.emit('SIGTERM');
    return fate;
  };
  return await runThrough(stopping, ...commands[command]);
};

const before = {1: buildAliases(1), 2: liveAliases, 3: buildAliases(3)};

const changesNothing = test.macro({
  title: (_, command: string, when: string) =>
    `a ${command} that is stopped ${when} changes nothing`,
  async exec(t, command: keyof typeof commands, _when: string, path: RegExp, fate: Fate) {
    const installation = await shared();
    const outcome = await stopAt(installation, command, path, fate);
    t.deepEqual(outcome, {code: 75, stdout: '', stderr: stopped});
    t.deepEqual(await installation.aliases(), before);
    t.deepEqual(await withdrawnGenerations(installation), []);
    const {client, prefix} = installation;
    const changes = await client.indices.get({
      index: `${prefix}changes-*`,
      expand_wildcards: 'all',
    });
    t.is(Object.keys(changes).length, 2, 'those of the two that went live');
  },
});

for (const command of ['promote', 'rollback', 'prune', 'status', 'builds'] as const) {
  test.serial(changesNothing, command, 'while Elasticsearch is silent', /./, 'hang');
}
test.serial(changesNothing, 'promote', 'while it is prepared', /_mapping/, 'hang');
for (const command of ['promote', 'rollback'] as const) {
  test.serial(
    changesNothing,
    command,
    'while its changes are written',
    /changes-\d+-\w+\/_block/,
    'hang',
  );
  test.serial(changesNothing, command, 'while their index is created', /changes-\d+-\w+$/, 'pass');
}
test.serial(changesNothing, 'rollback', 'before its flip', /refused-/, 'pass');

test.serial('a process that is stopped while Elasticsearch is silent ends', async t => {
  const {startThrough} = await shared();
  const asked = Promise.withResolvers<void>();
  const silent = (): Fate => {
    asked.resolve();
    return 'hang';
  };
  const {child, ended} = await startThrough(silent, commands.status);
  await asked.promise;
  child.kill('SIGTERM');
  t.deepEqual(await ended, {code: 75, stdout: '', stderr: stopped});
});

const flips = {
  promote: {live: 3, words: `Live: ${versionOf(3)}, replacing ${versionOf(2)}\n`},
  rollback: {live: 2, words: `Live again: ${versionOf(2)}.`},
} as const;

/** In which 2 and 3 are live in turn. */
const flipping = sharedFixture(test, threeGenerations);

for (const fate of ['pass', 'lose the answer'] as const) {
  for (const command of ['promote', 'rollback'] as const) {
    test.serial(
      `a ${command} that is stopped once its flip is sent tells that it went live (${fate})`,
      async t => {
        const {live, words} = flips[command];
        const installation = await flipping();
        const {code, stdout, stderr} = await stopAt(installation, command, /^\/_aliases$/, fate);
        t.is(code, 0, stderr);
        t.true(stdout.startsWith(words), stdout);
        t.deepEqual((await installation.aliases())[live], liveAliases);
      },
    );
  }
}

test.serial('the question of a rollback ends at the first signal, and nothing changes', async t => {
  const {prefix, aliases} = await shared();
  const main = fileURLToPath(new URL('../../../indexer/main.ts', import.meta.url));
  // A question is only asked on a terminal: `script` makes one.
  const command = `echo "pid $$"; exec "${process.execPath}" "${main}" rollback`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: {...env, INDEX_PREFIX: prefix},
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => terminal.kill('SIGKILL'));
  let shown = '';
  terminal.stdout.on('data', data => {
    const isAsked = shown.includes('Type yes');
    shown += data;
    if (!isAsked && shown.includes('Type yes')) {
      process.kill(Number(/pid (\d+)/.exec(shown)?.[1]), 'SIGTERM');
    }
  });
  const [[code]] = await Promise.all([once(terminal, 'exit'), text(terminal.stdout)]);
  t.is(code, 75, shown);
  t.true(shown.includes(stopped.trim()), shown);
  t.deepEqual(await aliases(), before);
});
