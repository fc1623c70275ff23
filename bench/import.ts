import {mkdtemp, rm} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {readConfig} from '#core/config/config.ts';
import {writeVehicles} from '#indexer/bulk/write-vehicles.ts';
import {createCandidate} from '#indexer/generation/candidate.ts';
import {discard} from '#indexer/generation/discard.ts';
import {nextBuild, storedGenerations} from '#indexer/generation/stored-generations.ts';
import {writeAliases} from '#indexer/generation/write-alias.ts';
import {forEachConcurrently} from '#indexer/import/concurrently.ts';
import {importExtract} from '#indexer/import/pipeline.ts';
import {openExtract} from '#indexer/input/open-extract.ts';
import {memoryPool} from '#indexer/workers/memory-pool.ts';
import type {PreparedBatch} from '#indexer/workers/prepare-batch.ts';
import {splitExtract} from '#indexer/workers/split-extract.ts';
import {startWorkers} from '#indexer/workers/worker-pool.ts';
import {writeSample} from '#sample/write-sample.ts';
import {machine, median} from './figures.ts';

/*
 * What an import costs beside what Elasticsearch can take: the same documents, serialised before the
 * clock starts, sent with the same settings and as many requests at once. Both in turn, three times,
 * on the engine that ELASTICSEARCH_NODES names; everything is removed at the end.
 * About two minutes: `node bench/import.ts [vehicles]`, with `--json` for the figures alone.
 */

const asJson = process.argv.includes('--json');
const vehicles = Number(process.argv.slice(2).find(word => /^\d+$/.test(word)) ?? 60_000);
const rounds = 3;
const requestsAtOnce = 4;
const indexPrefix = `bench-${process.pid}-`;
const {indexing, ...config} = readConfig();
const client = createElasticsearchClient(config, {requestTimeout: 120_000, maxRetries: 0});
const {signal} = new AbortController();
const policy = {maxMs: 60_000, signal};
const silent = {phase: () => {}, advance: () => {}, ended: () => {}};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** Every batch of the extract, held in memory. */
const prepared = async (file: string): Promise<readonly PreparedBatch[]> => {
  const extract = await openExtract(file);
  const {head, items} = await splitExtract(extract);
  const workers = startWorkers(availableParallelism(), {head, latestYear: 2027}, memoryPool(0));
  const batches: PreparedBatch[] = [];
  try {
    for await (const item of items) {
      const {batch} = await workers.prepare(item);
      batches.push({...batch, body: batch.body.slice(), ends: batch.ends.slice()});
      workers.release(batch);
    }
  } finally {
    await workers.stop();
    await extract.close();
  }
  return batches;
};

async function* each<Item>(items: readonly Item[]) {
  yield* items;
}

/** Bulk alone. Repeated vehicles are folded here as well: they are documents like any other. */
const ceiling = async (batches: readonly PreparedBatch[]): Promise<number> => {
  const build = nextBuild(await storedGenerations({client, prefix: indexPrefix}));
  const candidate = {stamp: '20261115-000000', build};
  await createCandidate({client, prefix: indexPrefix}, candidate);
  const alias = writeAliases(indexPrefix, candidate).vehicles;
  try {
    return await secondsOf(() =>
      forEachConcurrently(each(batches), requestsAtOnce, async batch => {
        await writeVehicles({client, alias, policy}, batch);
      }),
    );
  } finally {
    await discard({client, prefix: indexPrefix}, candidate);
  }
};

/** The whole import; `filled` is the time until everything was acknowledged. */
const whole = async (file: string) => {
  const started = performance.now();
  let filled = 0;
  const progress = {
    ...silent,
    phase: (phase: string) => {
      if (phase === 'verifying') filled = (performance.now() - started) / 1000;
    },
  };
  const live = await secondsOf(() =>
    importExtract({
      client,
      prefix: indexPrefix,
      indexing,
      file,
      signal,
      progress,
      say: console.error,
      command: 'import',
      force: 'measuring',
    }),
  );
  return {filled, live};
};

const removeAll = async () => {
  const index = Object.keys(await client.indices.get({index: `${indexPrefix}*`}));
  if (index.length > 0) await client.indices.delete({index});
};

const measure = async (file: string) => {
  const batches = await prepared(file);
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    const bulk = await ceiling(batches);
    runs.push({bulk, ...(await whole(file))});
  }
  const rate = (seconds: number) => Math.round(vehicles / seconds);
  return {
    machine: machine(),
    vehicles,
    bytesPerDocument: Math.round(
      batches.reduce((sum, {body}) => sum + body.length, 0) /
        batches.reduce((sum, {ends}) => sum + ends.length, 0),
    ),
    runs: runs.map(({bulk, filled, live}) => ({
      ceilingPerSecond: rate(bulk),
      acknowledgedPerSecond: rate(filled),
      livePerSecond: rate(live),
    })),
    acknowledgedToCeiling: median(runs.map(({bulk, filled}) => bulk / filled)),
    liveToCeiling: median(runs.map(({bulk, live}) => bulk / live)),
  };
};

const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
try {
  const file = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
  await writeSample({vehicles, seed: 1, out: file});
  const figures = await measure(file);
  if (asJson) {
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  } else {
    const {runs, acknowledgedToCeiling, liveToCeiling, ...measured} = figures;
    console.log(measured);
    console.table(runs);
    console.log(`zip → acknowledged ÷ ceiling: ${acknowledgedToCeiling.toFixed(2)} (aim 0.60)`);
    console.log(`zip → live ÷ ceiling:         ${liveToCeiling.toFixed(2)} (aim 0.45)`);
  }
} finally {
  await removeAll();
  await client.close();
  await rm(folder, {recursive: true});
}
