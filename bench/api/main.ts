import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Command} from 'commander';
import {execa} from 'execa';
import {Redis} from 'ioredis';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {readConfig} from '#core/config/config.ts';
import {writeSample} from '#sample/write-sample.ts';
import {busyMachine, median, rounded, spread} from '../figures.ts';
import type {Answers, Load} from './load.ts';
import {checkoutOf, removeCheckout} from './programs.ts';
import {apiOf, type Bench, elasticsearchDirectly, koa, type Way} from './ways.ts';

/*
 * The API beside what it could reach at most, and beside its code of another commit
 * (docs/decisions/0031-measuring-the-api.md), on the stack that ELASTICSEARCH_NODES names and on database
 * 9 of REDIS_URL, which must be empty. Everything is removed at the end.
 */

const options = new Command('node bench/api/main.ts')
  .option('--vehicles <number>', 'vehicles of the sample', '20000')
  .option('--seconds <number>', 'length of one measurement', '3')
  .option('--rounds <number>', 'measurements of each', '3')
  .option('--connections <number>', 'clients at once', '64')
  .option('--against <commit>', 'another commit, measured in the same run')
  .option('--only <text>', 'only scenarios whose name contains it')
  .option('--json', 'the figures alone')
  .parse()
  .opts<
    Record<'vehicles' | 'seconds' | 'rounds' | 'connections', string> & {
      readonly against?: string;
      readonly only?: string;
      readonly json?: true;
    }
  >();

type Measured = {
  readonly scenario: string;
  readonly way: string;
  /** Requests a second. */
  readonly rates: number[];
  /** Processor time of a request in microseconds. */
  readonly costs: number[];
};

const measureOnce = async ({name, running}: Way, requests: Load['requests'], into: Measured) => {
  const [connections, seconds] = [Number(options.connections), Number(options.seconds)];
  const load: Load = {url: running.url, connections, seconds, requests};
  const before = await running.processorTime();
  const program = ['bench/api/load.ts'];
  const {stdout} = await execa(process.execPath, program, {input: JSON.stringify(load)});
  const answers: Answers = JSON.parse(stdout);
  if (answers.failed > 0) {
    throw new Error(`${answers.failed} requests to ${name} failed: ${into.scenario}.`);
  }
  into.rates.push(answers.perSecond);
  into.costs.push(((await running.processorTime()) - before) / answers.count);
};

/** Every way in turn, round by round. The first round warms code and caches, and is not counted. */
const measure = async (ways: readonly Way[]): Promise<readonly Measured[]> => {
  const names = new Set(ways.flatMap(({requests}) => Object.keys(requests)));
  const measured: Measured[] = [];
  for (const scenario of [...names].filter(name => name.includes(options.only ?? ''))) {
    const asked = ways.flatMap(way => {
      const requests = way.requests[scenario];
      const into: Measured = {scenario, way: way.name, rates: [], costs: []};
      return requests ? [{way, requests, into}] : [];
    });
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      for (const {way, requests, into} of asked) {
        await measureOnce(way, requests, round === 0 ? {...into, rates: [], costs: []} : into);
      }
    }
    measured.push(...asked.map(({into}) => into));
  }
  return measured;
};

const report = (measured: readonly Measured[]) => {
  const timesThatOf = ({scenario, rates}: Measured, way: string | undefined) => {
    const other = measured.find(each => each.scenario === scenario && each.way === way);
    return other && {[`times ${way}`]: rounded(median(rates) / median(other.rates))};
  };
  return measured.map(each => ({
    scenario: each.scenario,
    way: each.way,
    perSecond: spread(each.rates),
    processorMicroseconds: spread(each.costs),
    ...timesThatOf(each, 'Koa and Redis'),
    ...timesThatOf(each, options.against),
  }));
};

const redisUrl = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');
redisUrl.pathname = '/9';
const redis = new Redis(redisUrl.href);
const client = createElasticsearchClient(readConfig());
const folder = await mkdtemp(join(tmpdir(), 'bench-api-'));
const sample = join(folder, 'ESStatistikListeModtag-20261115-031500.zip');
const ways: Way[] = [];
const checkouts: string[] = [];
let port = 18_100;
const bench: Bench = {
  client,
  elasticsearchUrl:
    (process.env['ELASTICSEARCH_NODES'] ?? 'http://127.0.0.1:9200').split(',')[0] ?? '',
  redisUrl: redisUrl.href,
  sample,
  folder,
  prefix: `bench-${process.pid}-`,
  nextUrl: () => {
    port += 2;
    return `http://127.0.0.1:${port}`;
  },
};

if ((await redis.dbsize()) > 0) throw new Error('Database 9 of Redis is in use.');
try {
  await writeSample({vehicles: Number(options.vehicles), seed: 1, out: sample});
  const api = await apiOf(bench, 'now', process.cwd());
  ways.push(api);
  if (options.against !== undefined) {
    checkouts.push(await checkoutOf(options.against, folder));
    ways.push(await apiOf(bench, options.against, checkouts[0] ?? ''));
  }
  ways.push(elasticsearchDirectly(bench, api));
  ways.push(await koa(bench, 'Koa'), await koa(bench, 'Koa and Redis', bench.redisUrl));
  const rows = report(await measure(ways));
  if (options.json) console.log(JSON.stringify({machine: busyMachine(), options, rows}));
  else {
    console.log(`${busyMachine()}; median of ${options.rounds} rounds (least–most)`);
    console.table(rows);
  }
} finally {
  for (const {running} of ways) await running.stop();
  for (const checkout of checkouts) await removeCheckout(checkout);
  const indices = await client.indices.get({index: `${bench.prefix}*`, features: 'aliases'});
  const index = Object.keys(indices);
  if (index.length > 0) await client.indices.delete({index});
  await redis.flushdb();
  redis.disconnect();
  await client.close();
  await rm(folder, {recursive: true});
}
