import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {readdir} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import type {Writable} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {Asked, Fate} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';

const vehicles = 1000;
const zip = await extractZip(someRecords(vehicles));

const isBulk = ({path}: Asked) => path.includes('vehicles-build-') && path.includes('_bulk');

const isLogged = ({path}: Asked) => path.includes('index-builds') && path.includes('_bulk');

/** An import on its way to an engine that does with its requests what `decide` says. */
const importThrough = async (
  t: ExecutionContext,
  decide: (asked: Asked, installation: ReturnType<typeof anInstallation>) => Fate | Promise<Fate>,
  env: Readonly<Record<string, string>> = {},
) => {
  const installation = anInstallation(t);
  const args = ['import', await anExtractFile(t, zip), '--json'];
  const deciding = (asked: Asked) => decide(asked, installation);
  return {...installation, ...(await installation.startThrough(deciding, args, env))};
};

const completes = test.macro({
  title: (_, what: string) => `an import waits for ${what} and completes`,
  async exec(t, _what: string, decide: (refused: number) => Fate, times: number) {
    let refused = 0;
    const {ended, vehicles: counted} = await importThrough(t, asked => {
      if (!isBulk(asked) || refused === times) return 'pass';
      refused += 1;
      return decide(refused);
    });
    const {code, stdout, stderr} = await ended;
    t.is(code, 0, stderr);
    t.is(refused, times);
    t.like(JSON.parse(stdout), {outcome: 'promoted', vehicles, rejects: 0});
    t.is(await counted(), vehicles);
  },
});

const error = (type: string, reason: string) => ({error: {type, reason}});

test(completes, 'an engine that cannot be reached', (): Fate => 'lose the request', 6);
test(completes, 'an engine that does not say what it did', (): Fate => 'lose the answer', 4);
test(
  completes,
  'an engine that restarts',
  () => ({status: 503, body: error('unavailable_shards_exception', 'primary shard is not active')}),
  5,
);

const floodBlock = {'index.blocks.read_only_allow_delete': true};

test('a disk at its flood stage is waited for, and the import completes', async t => {
  let bulks = 0;
  const {ended, vehicles: counted} = await importThrough(
    t,
    async (asked, {client, prefix}): Promise<Fate> => {
      if (!isBulk(asked)) return 'pass';
      bulks += 1;
      const index = `${prefix}vehicles-2*`;
      // Again and again: Elasticsearch takes the block away when it looks at the disk, which is not full.
      if (bulks < 6) await client.indices.putSettings({index, settings: floodBlock});
      if (bulks === 6) {
        const settings = {'index.blocks.read_only_allow_delete': null};
        await client.indices.putSettings({index, settings: settings as object});
      }
      return 'pass';
    },
  );
  const {code, stderr} = await ended;
  t.is(code, 0, stderr);
  t.true(bulks > 6);
  t.is(await counted(), vehicles);
});

test('a disk that stays full ends the import with a sentence that names it', async t => {
  const {ended, indices} = await importThrough(
    t,
    async (asked, {client, prefix}): Promise<Fate> => {
      if (isBulk(asked)) {
        const index = `${prefix}vehicles-2*`;
        await client.indices.putSettings({index, settings: floodBlock});
      }
      return 'pass';
    },
    {BUILD_PATIENCE_SECONDS: '2'},
  );
  const {code, stderr} = await ended;
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
  const {ended, prefix: INDEX_PREFIX} = await importThrough(
    t,
    async asked => {
      if (isLogged(asked)) begun.resolve();
      if (isBulk(asked)) {
        // Otherwise the log may not have the beginning of the build yet.
        await begun.promise;
        isAway = true;
      }
      return isAway ? 'lose the request' : 'pass';
    },
    {BUILD_PATIENCE_SECONDS: '5', INDEXER_DIRECTORY},
  );
  const {code, stderr} = await ended;
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
const mostUnderWay = Math.max(1, availableParallelism() - 1) + 3;

test('while the engine takes nothing the extract is not read on, and memory stays flat', async t => {
  const many = 12_000;
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
