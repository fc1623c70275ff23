import {readFile, writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {execa} from 'execa';
import pLimit from 'p-limit';
import {Pool} from 'undici';
import {type Bench, type Copy, portOf, scriptOf} from './bench.ts';
import {metered, watchThreads} from './meter.ts';
import {type Round, type Row, rowOf} from './report.ts';

/** The seconds of each phase, once the process has logged the last. */
const watchPhases = async (log: Readable): Promise<Readonly<Record<string, number>>> => {
  const phases: Record<string, number> = {};
  let [phase, since] = ['starting', performance.now()];
  const next = (name: string) => {
    phases[phase] = (performance.now() - since) / 1000;
    [phase, since] = [name, performance.now()];
  };
  for await (const line of createInterface({input: log})) {
    const event = line.startsWith('{') ? JSON.parse(line) : {};
    if (event.event === 'phase') next(event.phase);
  }
  next('');
  return phases;
};

/**
 * Imports the sample as the copy's operator would, into an empty installation. With `node`,
 * through the server at that address.
 */
const runImport = async (
  {engines, folder, sample, signal}: Bench,
  {checkout, prefix}: Copy,
  node: string = engines.elasticsearchUrl,
) => {
  await engines.deleteIndices(prefix);
  const script = await scriptOf(checkout, 'indexer');
  const started = performance.now();
  // The gate must not keep the sample from going live.
  const args = [...script, 'import', sample, '--force', 'measuring', '--json'];
  const child = execa(process.execPath, args, {
    cwd: checkout,
    env: {INDEX_PREFIX: prefix, INDEXER_DIRECTORY: folder, ELASTICSEARCH_NODES: node},
    cancelSignal: signal,
  });
  const exited = new AbortController();
  const phases = watchPhases(child.stderr);
  const threads = watchThreads(child.pid ?? 0, exited.signal);
  try {
    await child;
  } finally {
    exited.abort();
    await Promise.all([phases, threads]);
  }
  const ended = performance.now();
  await engines.merged(prefix);
  return {
    seconds: (ended - started) / 1000,
    /** The seconds of each phase, and of the merges that continue in Elasticsearch afterwards. */
    phases: {...(await phases), 'merging on': (performance.now() - ended) / 1000},
    threads: await threads,
  };
};

export const ensureImported = async (bench: Bench, copy: Copy): Promise<void> => {
  const {client} = bench.engines;
  if (await client.indices.existsAlias({name: `${copy.prefix}vehicles`})) return;
  await runImport(bench, copy);
};

/** Runs an import through a recording server, and returns the bulk requests that created its vehicles. */
const recordBulks = async (bench: Bench, copy: Copy) => {
  /** Files with the bodies of the requests, one each. */
  const files: string[] = [];
  let documents = 0;
  /** The settings and mappings of the index that received them. */
  let definition: object | undefined;

  const record = async ({method, url = ''}: IncomingMessage, body: Buffer) => {
    if (!url.includes(`${copy.prefix}vehicles`)) return;
    if (method === 'PUT' && body.includes('"mappings"')) {
      const {aliases, ...rest} = JSON.parse(body.toString());
      definition = rest;
    }
    if (!url.includes('_bulk') || !body.subarray(0, 9).equals(Buffer.from('{"create"'))) return;
    const file = join(bench.folder, `bulk-${files.length}`);
    files.push(file);
    documents += body.toString().split('\n{"create"').length;
    await writeFile(file, body);
  };

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    await record(incoming, body);
    const {method, url: path = '', headers} = incoming;
    const address = new URL(path, bench.engines.elasticsearchUrl);
    const onward = request(address, {method, headers}).end(body);
    onward.on('error', () => response.destroy());
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
  });
  try {
    await runImport(bench, copy, `http://127.0.0.1:${await portOf(server)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  if (documents > 0 && definition !== undefined) return {files, documents, definition};
  throw new Error('The import created no vehicles by bulk requests that could be recorded.');
};

/** The number of requests at once: more gain nothing on a few cores. */
const lanes = 4;

/**
 * Sends the bodies of an import again, over plain HTTP, to an index of the same definition: the most
 * that Elasticsearch accepts. Returns the seconds until all were answered.
 */
const sendRawBulks = async (
  {engines, prefix, signal}: Bench,
  {files, definition}: Awaited<ReturnType<typeof recordBulks>>,
): Promise<number> => {
  const index = `${prefix}raw`;
  await engines.deleteIndices(index);
  await engines.client.indices.create({index, ...definition});
  const pool = new Pool(engines.elasticsearchUrl, {connections: lanes});
  const send = async (file: string): Promise<void> => {
    const {statusCode, body} = await pool.request({
      method: 'POST',
      path: `/${index}/_bulk?filter_path=errors`,
      headers: {'content-type': 'application/x-ndjson'},
      body: await readFile(file),
      signal,
    });
    const text = await body.text();
    // As in the import, single documents of vehicles that are stored already are refused.
    if (statusCode !== 200) throw new Error(`Elasticsearch refused documents: ${text}`);
  };

  const started = performance.now();
  try {
    await pLimit(lanes).map(files, send);
    return (performance.now() - started) / 1000;
  } finally {
    await pool.destroy();
    await engines.deleteIndices(index);
  }
};

export const importName = 'import';
export const rawBulk = 'raw bulk';

const each = (times: Readonly<Record<string, number>>, count: number) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time / count]));

/**
 * Measures the import of each copy, from the zip to the flip, beside the highest rate at which Elasticsearch
 * accepts the same documents: in turn, round by round. The last index of each copy stays.
 */
export const measureImports = async (
  bench: Bench,
  copies: readonly [Copy, ...Copy[]],
): Promise<readonly Row[]> => {
  const {engines, options} = bench;
  console.error('import, to warm up …');
  const [first] = copies;
  const bulks = await recordBulks(bench, first);
  const rounds = new Map<string, Round[]>();
  const add = (way: string, round: Round) => rounds.set(way, [...(rounds.get(way) ?? []), round]);

  for (let round = 0; round < options.rounds; round += 1) {
    console.error(`import, round ${round + 1} of ${options.rounds} …`);
    for (const copy of copies) {
      const work = () => runImport(bench, copy);
      const [{seconds, phases, threads}, usage] = await metered(engines, undefined, work);
      const times = {...threads.byGroup, elasticsearch: usage.elasticsearch};
      add(copy.name, {
        perSecond: options.vehicles / seconds,
        microseconds: each(times, options.vehicles),
        seconds: phases,
        peakMegabytes: threads.peakBytes / 1e6,
        usage,
      });
    }
    const [seconds, usage] = await metered(engines, process.pid, () => sendRawBulks(bench, bulks));
    const {documents} = bulks;
    add(rawBulk, {
      perSecond: documents / seconds,
      microseconds: each({client: usage.node, elasticsearch: usage.elasticsearch}, documents),
      usage,
    });
  }
  return [...rounds].map(([way, all]) => rowOf(importName, way, all));
};
