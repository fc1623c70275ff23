import {execFile} from 'node:child_process';
import {cp, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {promisify} from 'node:util';
import test, {type ExecutionContext, type TestFn} from 'ava';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {writeSample} from '#sample/write-sample.ts';
import {startAccount} from '../helpers/engines/account.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {soakOnly} from '../helpers/soak.ts';

const run = promisify(execFile);

const declaration = 'mappings/vehicle-document.ts';

const root = new URL('../../', import.meta.url);

/** This release in a folder of its own, but for the mapping version, which is the next one. */
const nextRelease = async (t: ExecutionContext): Promise<string> => {
  const release = aFolder(t);
  for (const each of ['package.json', 'src', 'core', 'indexer', 'mappings', 'sample']) {
    await cp(new URL(each, root), join(release, each), {recursive: true});
  }
  await symlink(new URL('node_modules', root), join(release, 'node_modules'));
  const text = await readFile(join(release, declaration), 'utf8');
  const raised = text.replace(`= ${mappingVersion};`, `= ${mappingVersion + 1};`);
  t.not(raised, text);
  await writeFile(join(release, declaration), raised);
  return release;
};

type Answer = {readonly status: number; readonly version: string | null};

const paths = ['/v1/vehicles?pageSize=20', '/v1/dataset', '/v1/makes'];

/** Clients that keep asking the copy that listens on `port()` by then; `reaches` waits for a version. */
const load = (t: ExecutionContext, key: string, port: () => number) => {
  const answers: Answer[] = [];
  let isOver = false;
  const ask = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const address = `http://127.0.0.1:${port()}${paths[turn % paths.length]}`;
      const answer = await fetch(address, {headers: {'X-Api-Key': key}});
      await answer.arrayBuffer();
      answers.push({status: answer.status, version: answer.headers.get('x-dataset-version')});
      await wait(5);
    }
  };
  const clients = Promise.all([ask(), ask(), ask()]);
  t.teardown(async () => {
    isOver = true;
    await Promise.allSettled([clients]);
  });
  return {
    reaches: async (version: string): Promise<void> => {
      while (answers.at(-1)?.version !== version) await Promise.race([wait(20), clients]);
    },
    end: async (): Promise<readonly Answer[]> => {
      isOver = true;
      await clients;
      return answers;
    },
  };
};

/** Alone, since an engine that other tests keep busy is an error to clients, too. */
soakOnly(test as TestFn)(
  'a new mapping version takes over under load, and gives way again, without an error',
  async t => {
    const {prefix} = anInstallation(t);
    const {url, key} = await startAccount(t);
    const file = join(aFolder(t), 'ESStatistikListeModtag-20261115-190000.zip');
    await writeSample({vehicles: 1000, seed: 1, out: file});
    const before = {INDEX_PREFIX: prefix, REDIS_URL: url};
    const {stdout} = await runIndexer(t, ['import', file, '--json'], before);
    const {version} = JSON.parse(stdout);
    const old = await startServing(t, before);
    let port = old.port;
    const clients = load(t, key, () => port);
    await clients.reaches(version);

    const release = await nextRelease(t);
    const after = {...before, INDEX_PREFIX: `${prefix}v4-`, GATE_MIN_FIRST_VEHICLES: '980'};
    const built = await run(process.execPath, ['indexer/main.ts', 'import', file, '--json'], {
      cwd: release,
      env: {...process.env, INDEXER_DIRECTORY: aFolder(t), ...after},
    });
    const next = await startServing(t, after, release);
    t.is(next.status, 200);
    port = next.port;
    await clients.reaches(JSON.parse(built.stdout).version);
    await old.end('SIGTERM');

    const again = await startServing(t, before);
    t.is(again.status, 200);
    port = again.port;
    await clients.reaches(version);
    await next.end('SIGTERM');

    const answers = await clients.end();
    t.true(answers.length > 100);
    t.deepEqual(
      answers.filter(({status}) => status !== 200),
      [],
    );
  },
);
