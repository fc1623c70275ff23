import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {openExtract} from '#indexer/read/open-extract.ts';
import {aNamedPipe, aZip} from '../../helpers/extracts/files.ts';

const script = fileURLToPath(new URL('read-extract.ts', import.meta.url));

/** The output of a process that reads an extract: its digest, or the code of the error. */
const readElsewhere = async (...args: readonly string[]): Promise<string> => {
  const {stdout} = await promisify(execFile)(process.execPath, [script, ...args]);
  return stdout.trim();
};

const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');

const xml = `<?xml version="1.0"?>\n<a>${'æøå '.repeat(100_000)}</a>`;
const lines = '{"a":1}\n'.repeat(100_000);
const zip = await aZip({'a.xml': xml});

for (const [form, content, plain] of [
  ['XML', xml, xml],
  ['gzip of several members', Buffer.concat([gzipSync(xml), gzipSync(lines)]), xml + lines],
  ['NDJSON', lines, lines],
] as const) {
  test(`${form} is read from a named pipe`, async t => {
    const path = await aNamedPipe(t);
    const [read] = await Promise.all([readElsewhere(path), writeFile(path, content)]);
    t.is(read, digestOf(plain));
  });
}

test('a zip in a named pipe is refused in words', async t => {
  const path = await aNamedPipe(t);
  const written = writeFile(path, zip).catch(({code}) => t.is(code, 'EPIPE'));
  t.is(await readElsewhere(path), 'ZipOnStdin');
  await written;
});

test('the wait for a named pipe that nobody writes to ends when it is told to', async t => {
  t.is(await readElsewhere(await aNamedPipe(t), 'stop'), 'ABORT_ERR');
});

/** A pipe that stays open and brings nothing more. */
const silentAfter = (text: string): Readable => {
  const stream = new Readable({read: () => {}});
  stream.push(text);
  return stream;
};

test('the wait for a silent standard input ends when it is told to', async t => {
  for (const text of ['', xml.slice(0, 1000)]) {
    const stop = new AbortController();
    const stdin = silentAfter(text);
    const opening = openExtract('-', {stdin, signal: stop.signal});
    const reading = opening.then(({bytes}) => Array.fromAsync(bytes));
    stop.abort();
    await t.throwsAsync(reading, {name: 'AbortError'});
    t.true(stdin.destroyed);
  }
});
