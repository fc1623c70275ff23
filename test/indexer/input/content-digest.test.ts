import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {openExtract} from '#indexer/input/open-extract.ts';
import {aFile, aZip} from '../../helpers/extracts/files.ts';

const xml = `<?xml version="1.0"?>\n<a>${'æøå '.repeat(100_000)}</a>`;
const digest = createHash('sha256').update(xml).digest('hex');
const inParts = Buffer.concat([gzipSync(xml.slice(0, 99)), gzipSync(xml.slice(99))]);

test('an extract has one digest, however it is packed and called', async t => {
  const zip = await aZip({'a.xml': xml});
  const zip64 = await aZip({'b/c.xml': xml, 'd.txt': 'x'}, {forceZip64Format: true});
  for (const content of [xml, gzipSync(xml), inParts, zip, zip64]) {
    const extract = await openExtract(await aFile(t, content));
    for await (const _ of extract.bytes);
    t.is(extract.contentSha256(), digest);
    await extract.close();
  }
  const piped = await openExtract('-', Readable.from([Buffer.from(xml)]));
  for await (const _ of piped.bytes);
  t.is(piped.contentSha256(), digest);
  await piped.close();
});

test('the digest is not known before the end', async t => {
  const extract = await openExtract(await aFile(t, xml));
  t.throws(() => extract.contentSha256(), {message: /before it has been read to its end/});
  for await (const _ of extract.bytes) break;
  t.throws(() => extract.contentSha256(), {message: /before it has been read to its end/});
  await extract.close();
});
