import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {readdir} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import type {Writable} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {Indices} from '#indexer/write/indices.ts';
import {type Asked, engineProxy, type Fate} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import type {Variables} from '../../helpers/processes/run-in-process.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';

const vehicles = 600;
const zip = await extractZip(someRecords(vehicles));

const isBulk = ({path}: Asked) => path.includes('vehicles-build-') && path.includes('_bulk');

const isLogged = ({path}: Asked) => path.includes('index-builds') && path.includes('_bulk');

/** Imports through an engine that does with the requests what `decide` says. */
const importThrough = async (
  t: ExecutionContext,
  decide: (asked: Asked, installation: ReturnType<typeof anInstallation>) => Fate | Promise<Fate>,
  env: Variables = {},
) => {
  const installation = anInstallation(t);
  const outcome = await runIndexer(t, ['import', await anExtractFile(t, zip), '--json'], {
    INDEX_PREFIX: installation.prefix,
    ELASTICSEARCH_NODES: await engineProxy(t, asked => decide(asked, installation)),
    ...env,
  });
  return {...installation, ...outcome};
};

const restarting: Fate = {
  status: 503,
  body: {error: {type: 'unavailable_shards_exception', reason: 'primary shard is not active'}},
};

test('an import waits for an engine that cannot be reached, does not say what it did, or restarts, and completes', async t => {
  const fates: readonly Fate[] = ['lose the request', 'lose the answer', restarting];
  let refused = 0;
  const imported = await importThrough(t, asked => {
    if (!isBulk(asked) || refused === 9) return 'pass';
    refused += 1;
    return fates[refused % fates.length] ?? 'pass';
  });
  t.is(imported.code, 0, imported.stderr);
  t.is(refused, 9);
  t.like(JSON.parse(imported.stdout), {outcome: 'promoted', vehicles, rejects: 0});
  t.is(await imported.vehicles(), vehicles);
});

/** Has Elasticsearch take no documents, as when its disk is at the flood stage, or take them again. */
const setFlooded = ({client, prefix}: Indices, isFlooded: true | null) =>
  client.indices.putSettings({
    index: `${prefix}vehicles-2*`,
    settings: {'index.blocks.read_only_allow_delete': isFlooded} as object,
  });

test('a disk at its flood stage is waited for, and the import completes', async t => {
  let bulks = 0;
  const imported = await importThrough(t, async (asked, installation): Promise<Fate> => {
    if (!isBulk(asked)) return 'pass';
    bulks += 1;
    // Again and again: Elasticsearch takes the block away when it looks at the disk, which is not full.
    if (bulks < 6) await setFlooded(installation, true);
    if (bulks === 6) await setFlooded(installation, null);
    return 'pass';
  });
  t.is(imported.code, 0, imported.stderr);
  t.true(bulks > 6);
  t.is(await imported.vehicles(), vehicles);
});

test('a disk that stays full ends the import with a sentence that names it', async t => {
  const flooding = async (asked: Asked, installation: Indices): Promise<Fate> => {
    if (isBulk(asked)) await setFlooded(installation, true);
    return 'pass';
  };
  const env = {BUILD_PATIENCE_SECONDS: '2'};
  const {code, stderr, indices} = await importThrough(t, flooding, env);
  t.is(code, 75, stderr);
  t.regex(
    sentencesOf(stderr).join('\n'),
    /^Elasticsearch accepts no documents for now \(.*disk usage exceeded flood-stage watermark.*Check its nodes, log, memory and disk/,
  );
  t.deepEqual(await indices(), {});
});

test('an engine that stays away ends the import with a sentence', async t => {
  let isAway = false;
  const begun = Promise.withResolvers<void>();
  const INDEXER_DIRECTORY = aFolder(t);
  const leaving = async (asked: Asked): Promise<Fate> => {
    if (isLogged(asked)) begun.resolve();
    if (isBulk(asked)) {
      // Otherwise the log may not have the beginning of the build yet.
      await begun.promise;
      isAway = true;
    }
    return isAway ? 'lose the request' : 'pass';
  };
  const env = {BUILD_PATIENCE_SECONDS: '2', INDEXER_DIRECTORY};
  const {prefix: INDEX_PREFIX, startThrough} = anInstallation(t);
  // The process that held the lock has ended.
  const args = ['import', await anExtractFile(t, zip)];
  const {code, stderr} = await (await startThrough(leaving, args, env)).ended;
  t.is(code, 75, stderr);
  const said = /^Elasticsearch does not answer at ELASTICSEARCH_NODES.*/m.exec(stderr)?.[0];
  t.regex(stderr, /index-builds-\S+ lacks \d+ events: .*The next build, or "builds", writes what/);

  const builds = async (directory: string) => {
    const env = {INDEX_PREFIX, INDEXER_DIRECTORY: directory};
    return JSON.parse((await runIndexer(t, ['builds', '--json'], env)).stdout);
  };
  t.like((await builds(aFolder(t)))[0], {outcome: 'crashed'}, 'this folder kept nothing');
  t.like((await builds(INDEXER_DIRECTORY))[0], {outcome: 'failed', sentence: said});
  t.deepEqual(await readdir(INDEXER_DIRECTORY), []);
});

const residentMegabytes = async (pid: number | undefined): Promise<number> => {
  const {stdout} = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
};

/** What a pipe has taken of a content so far, while it is written into it. */
const written = (pipe: Writable, content: Uint8Array) => {
  const chunk = 256 * 1024;
  let taken = 0;
  const write = async () => {
    while (taken < content.length) {
      if (!pipe.write(content.subarray(taken, taken + chunk))) await once(pipe, 'drain');
      taken += chunk;
    }
    pipe.end();
  };
  return {taken: () => taken, done: write()};
};

/** A number once it has not changed for a second. */
const settled = async (count: () => number): Promise<number> => {
  for (;;) {
    const before = count();
    await wait(1000);
    if (count() === before) return before;
  }
};

/** Pieces of an extract that a build has in its hands at once: one for each thread, and three more. */
const mostUnderWay = Math.min(4, Math.max(1, availableParallelism() - 1)) + 3;

test('while the engine takes nothing the extract is not read on, and memory stays flat', async t => {
  // Some 450 fill a block, and more is cut than is under way.
  const many = (mostUnderWay + 4) * 450;
  const content = extractXml(someRecords(many));
  const taken = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let held = 0;
  const {startThrough, vehicles} = anInstallation(t);
  const holding = async (asked: Asked): Promise<Fate> => {
    if (!isBulk(asked)) return 'pass';
    held += 1;
    if (held === mostUnderWay) reached.resolve();
    await taken.promise;
    return 'pass';
  };
  const {child, ended} = await startThrough(holding, ['import', '-']);
  const extract = written(child.stdin, content);
  await reached.promise;
  const read = await settled(extract.taken);
  t.true(read < content.length, 'no more is read than workers may hold');
  const before = await residentMegabytes(child.pid);
  await wait(2000);
  t.is(held, mostUnderWay);
  t.is(extract.taken(), read, 'the extract is not read on');
  t.true((await residentMegabytes(child.pid)) < before + 20);
  taken.resolve();
  await extract.done;
  const {code, stderr} = await ended;
  t.is(code, 0, stderr);
  t.is(await vehicles(), many);
});
