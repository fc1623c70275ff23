import {readFileSync} from 'node:fs';
import {SaxesParser} from 'saxes';
import {cutBlocks} from '#indexer/xml/cut-blocks.ts';
import {parseRecord} from '#indexer/xml/parse-record.ts';
import {readHead} from '#indexer/xml/read-head.ts';
import {recordReader} from '#indexer/xml/read-records.ts';

/*
 * What it costs to read the register's XML on one core, as ratios against saxes on the same bytes:
 * once counting its events, once building the same trees.
 * Some ten seconds: `node bench/xml.ts`, with `--json` for the figures alone.
 */

const contentBytes = 50e6;
const secondsEach = 2;

const sample = readFileSync(new URL('../test/fixtures/sample-dmr.xml', import.meta.url), 'utf8');
const records = sample.match(/ *<ns:Statistik>[\s\S]*?<\/ns:Statistik>\n/g) ?? [];
const start = sample.slice(0, sample.indexOf('>', sample.indexOf('<ns:StatistikSamling')) + 1);
const end = sample.slice(sample.indexOf('</ns:StatistikSamling>'));
const repeats = Math.ceil(contentBytes / Buffer.byteLength(records.join('')));
const content = Buffer.from(`${start}\n${records.join('').repeat(repeats)}${end}`);

async function* inChunks() {
  for (let at = 0; at < content.length; at += 2 ** 20) yield content.subarray(at, at + 2 ** 20);
}

const cut = async () => {
  const {head, body} = await readHead(inChunks());
  const blocks = [];
  for await (const block of cutBlocks(body, head)) if ('bytes' in block) blocks.push(block);
  return {head, blocks};
};

const {head, blocks} = await cut();
const {namespaces: additionalNamespaces} = head;
const texts = blocks.map(({bytes}) => Buffer.from(bytes).toString());

const readOurs = () => {
  const readRecords = recordReader(head);
  let trees = 0;
  for (const block of blocks)
    for (const record of readRecords(block)) if ('tree' in record) trees++;
  return trees;
};

const parseTrees = () => {
  let trees = 0;
  for (const text of texts) {
    for (const [record] of text.matchAll(/<ns:Statistik>[\s\S]*?<\/ns:Statistik>/g)) {
      if (parseRecord(record, additionalNamespaces)) trees++;
    }
  }
  return trees;
};

const parseEvents = () => {
  const parser = new SaxesParser({xmlns: true, position: false, additionalNamespaces});
  let events = 0;
  const count = () => {
    events++;
  };
  parser.on('opentag', count);
  parser.on('text', count);
  parser.on('closetag', count);
  parser.write('<root>');
  for (const text of texts) parser.write(text);
  parser.write('</root>').close();
  return events;
};

/**
 * Content read per second of this thread's own time, in MB, in whole passes for at least
 * `secondsEach`: a machine with other work changes it little.
 */
const speed = async (pass: () => unknown): Promise<number> => {
  await pass();
  const began = process.threadCpuUsage();
  for (let passes = 1; ; passes++) {
    await pass();
    const {user, system} = process.threadCpuUsage(began);
    const microseconds = user + system;
    if (microseconds > secondsEach * 1e6) return (passes * content.length) / microseconds;
  }
};

const events = await speed(parseEvents);
const trees = await speed(parseTrees);
const ours = await speed(readOurs);
const cutting = await speed(cut);

const figures = {
  'saxes, events counted': {'MB/s': events, 'ours ÷ it': ours / events},
  'saxes, to trees': {'MB/s': trees, 'ours ÷ it': ours / trees},
  'ours, to trees': {'MB/s': ours, 'ours ÷ it': 1},
  'cutting into blocks': {'MB/s': cutting},
};

if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else console.table(figures);
