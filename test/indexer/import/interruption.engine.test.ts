import {open} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {readConfig} from '#indexer/config.ts';
import {toExitCode} from '#indexer/exit-codes.ts';
import {LockHeld} from '#indexer/generations/lock.ts';
import {liveGeneration} from '#indexer/generations/stored-generations.ts';
import {importExtract} from '#indexer/import.ts';
import {toVersion} from '#mappings/generation.ts';
import {documentStart} from '#sample/sample-records.ts';
import {constantLoad} from '../../helpers/api/constant-load.ts';
import {
  type Asked,
  engineProxy,
  type Fate,
  forbidden,
  proxiedClient,
} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFolder, aNamedPipe} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {runIndexer, sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const records = someRecords(300);
const zip = await extractZip(records);

/** The one live vehicle has no kind. */
const anyFleet = {GATE_MAX_KIND_SHIFT_POINTS: '100'};

/** A live generation of one vehicle, and what must be true after an import that was stopped. */
const oneLive = sharedFixture(test, async scope => {
  const installation = anInstallation(scope);
  const {client, prefix, indices, vehicles} = installation;
  const options = {client, prefix, meta: {extractedAt: null}};
  await createTestGeneration(scope, [aVehicleDocument()], options);
  const before = await indices();
  return {
    ...installation,
    wasStopped: async (
      t: ExecutionContext,
      {code, stderr}: {readonly code: number; readonly stderr: string},
      signal: string,
    ) => {
      t.is(code, 75, stderr);
      t.deepEqual(sentencesOf(stderr), [`Stopped by ${signal}; nothing went live.`]);
      t.deepEqual(await indices(), before);
      t.is(await vehicles(), 1);
    },
  };
});

/** Stops an import with a signal when it asks the engine for this, which then never answers. */
const stopsAt = test.macro({
  title: (_, when: string, __: RegExp, signal: string) =>
    `an import that is stopped by ${signal} while ${when} removes what it built`,
  async exec(t, _when: string, path: RegExp, signal: 'SIGINT' | 'SIGTERM') {
    const {runThrough, wasStopped} = await oneLive();
    let isStopped = false;
    const stopping = (asked: Asked): Fate => {
      if (!path.test(asked.path)) return 'pass';
      if (!isStopped) process.emit(signal);
      isStopped = true;
      return 'hang';
    };
    const args = ['import', await anExtractFile(t, zip), '--force', 'one of any kind'];
    await wasStopped(t, await runThrough(stopping, ...args), signal);
  },
});

test.serial(stopsAt, 'it writes vehicles', /vehicles-build-\d+\/_bulk/, 'SIGINT');
test.serial(stopsAt, 'it writes reference entries', /references-build-\d+\/_bulk/, 'SIGTERM');
test.serial(stopsAt, 'Elasticsearch merges', /_forcemerge/, 'SIGTERM');

/** Has worker threads say when they are first asked for something, and then be busy without end. */
const busyWorkers = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "import {writeSync} from 'node:fs';" +
      "import {isMainThread, parentPort} from 'node:worker_threads';" +
      'const work = () => { writeSync(2, \'{"busy":true}\\n\'); for (;;); };' +
      "if (!isMainThread) parentPort.on('message', work);",
  )}`,
};

const stopsBusyWorkers = test.macro({
  title: (_, what: string) => `${what} whose workers are busy in one piece of work can be stopped`,
  async exec(t, _what: string, options: readonly string[]) {
    const {prefix, wasStopped} = await oneLive();
    const file = await anExtractFile(t, zip);
    const {child, ended} = startIndexer(t, ['import', file, ...options], {
      INDEX_PREFIX: prefix,
      ...busyWorkers,
    });
    let isStopped = false;
    child.stderr.on('data', lines => {
      // A second signal ends the process whatever it is at.
      if (!isStopped && String(lines).includes('"busy"')) isStopped = child.kill('SIGTERM');
    });
    await wasStopped(t, await ended, 'SIGTERM');
  },
});

test.serial(stopsBusyWorkers, 'an import', []);
test.serial(stopsBusyWorkers, 'a dry run', ['--dry-run']);

const stopsSilentPipes = test.macro({
  title: (_, pipe: string, said: string) =>
    `an import from ${pipe} that ${said === '' ? 'nothing comes from' : 'has fallen silent'} can be stopped`,
  async exec(t, pipe: 'standard input' | 'a named pipe', said: string) {
    const {prefix, wasStopped} = await oneLive();
    const path = pipe === 'a named pipe' ? await aNamedPipe(t) : '-';
    const {child, ended} = startIndexer(t, ['import', path], {INDEX_PREFIX: prefix});
    const writer = path === '-' ? undefined : await open(path, 'w');
    if (said === '') child.kill('SIGTERM');
    else child.stderr.once('data', () => child.kill('SIGTERM'));
    if (writer) await writer.write(said);
    else child.stdin.write(said);
    await wasStopped(t, await ended, 'SIGTERM');
    await writer?.close();
  },
});

const begun = documentStart + records.slice(0, 3).join('');
test.serial(stopsSilentPipes, 'standard input', begun);
test.serial(stopsSilentPipes, 'a named pipe', begun);
test.serial(stopsSilentPipes, 'a named pipe', '');

test.serial(
  'an engine that goes away before the candidate is removed leaves words about it',
  async t => {
    const {prefix} = await oneLive();
    const leaving = ({method, path}: Asked): Fate => {
      if (path.includes('_forcemerge')) return forbidden;
      return method === 'DELETE' ? 'lose the request' : 'pass';
    };
    const {code, stderr} = await runIndexer(t, ['import', await anExtractFile(t, zip)], {
      INDEX_PREFIX: prefix,
      ELASTICSEARCH_NODES: await engineProxy(t, leaving),
      ...anyFleet,
    });
    t.is(code, 1, stderr);
    t.regex(
      sentencesOf(stderr).join('\n'),
      /^Elasticsearch refused a request: .+ The indices of 20261115-031500-\d{4} could not be deleted; a later import deletes them\.$/s,
    );
  },
);

test('of two imports started together one runs, and the other ends at once and creates nothing', async t => {
  const {prefix, indices} = anInstallation(t);
  const oneEnded = Promise.withResolvers<void>();
  const client = await proxiedClient(t, async ({path}): Promise<Fate> => {
    if (path.includes('-build-') && path.includes('_bulk')) await oneEnded.promise;
    return 'pass';
  });
  const options = {...importOptions(aFolder(t)), client, prefix};
  const file = await markedExtract(t, 0);
  const both = [importExtract({...options, file}), importExtract({...options, file})];
  const refused = toExitCode(await t.throwsAsync(Promise.race(both)));
  t.is(refused.code, 75);
  t.regex(
    refused.sentence,
    /^Build 1 \(import\), process \d+ on host .+, has been running since .+ Nothing was started\./,
  );
  oneEnded.resolve();
  const outcomes = await Promise.allSettled(both);
  t.deepEqual(outcomes.map(({status}) => status).toSorted(), ['fulfilled', 'rejected']);
  t.deepEqual(Object.keys(await indices()), [
    `${prefix}references-20261101-000000-0001`,
    `${prefix}vehicles-20261101-000000-0001`,
  ]);
});

const lock = {BUILD_LOCK_SECONDS: '5'};

/** A process that is stopped looks alive for as long as a live one may be silent. */
const asSoonAsPossible = async <Value>(attempt: () => Promise<Value>): Promise<Value> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      await wait(500);
    }
  }
};

/** Stops a builder when its next request is such a one, lets another build meanwhile, and wakes it. */
const isFenced = test.macro({
  title: (_, when: string) =>
    `a builder that is paused ${when} while another promotes changes nothing when it wakes up`,
  async exec(t, _when: string, path: RegExp, isRead: boolean) {
    t.timeout(240_000);
    const {client, prefix, indices, startThrough} = anInstallation(t);
    await importFile(t, await markedExtract(t, 0), prefix);
    const load = isRead ? await constantLoad(t, prefix, 1) : undefined;
    const [paused, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let builder: Awaited<ReturnType<typeof startThrough>> | undefined;
    let isPaused = false;
    const pausing = async (asked: Asked): Promise<Fate> => {
      if (isPaused || !path.test(asked.path)) return 'pass';
      isPaused = true;
      builder?.child.kill('SIGSTOP');
      paused.resolve();
      await woken.promise;
      return 'pass';
    };
    builder = await startThrough(pausing, ['import', await markedExtract(t, 1)], lock);
    await paused.promise;

    const {indexing} = readConfig(lock);
    const file = await markedExtract(t, 2);
    const {summary} = await asSoonAsPossible(() => importFile(t, file, prefix, {indexing}));
    const afterwards = await indices();
    builder.child.kill('SIGCONT');
    woken.resolve();
    const {code, stderr} = await builder.ended;

    t.is(code, 75, stderr);
    t.deepEqual(await indices(), afterwards, 'nothing is written, flipped or made anew');
    const live = await liveGeneration({client, prefix});
    t.is(live && toVersion(live), summary.version ?? '');
    if (!load) return;
    await load.reaches(summary.version);
    t.deepEqual((await load.end()).faults, []);
  },
});

test(isFenced, 'while it writes', /vehicles-build-\d+\/_bulk/, false);
test(isFenced, 'right before it flips', /^\/_aliases/, true);
