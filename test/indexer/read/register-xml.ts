import {readFileSync} from 'node:fs';
import {type Head, readHead} from '#indexer/read/xml-frame.ts';

/** The hand-made sample: 13 records of every kind. */
export const sample = readFileSync(new URL('../../fixtures/sample-dmr.xml', import.meta.url));

/** The records of the sample, each from its start tag to its end tag. */
export const sampleRecords: readonly string[] =
  sample.toString().match(/<ns:Statistik>[\s\S]*?<\/ns:Statistik>/g) ?? [];

export const start =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<ns:ESStatistikListeModtag_I xmlns:ns="http://skat.dk/dmr/2007/05/31/">\n' +
  '  <ns:StatistikSamling>\n';
export const end = '  </ns:StatistikSamling>\n</ns:ESStatistikListeModtag_I>\n';

/** The head of an extract in XML. */
export const headOf = async (content: string | Uint8Array): Promise<Head> =>
  (await readHead(inChunks(content))).found;

/** The records of an extract in XML, with whatever is between them. */
export const listOf = (content: Buffer, {length, open}: Head): Buffer =>
  content.subarray(length, content.lastIndexOf(`</${open[0]}>`));

/** The head of every extract that begins with `start`. */
export const registerHead = await headOf(start);

export const aRecord = (id: string, more = ''): string =>
  `    <ns:Statistik>\n      <ns:KoeretoejIdent>${id}</ns:KoeretoejIdent>\n${more}    </ns:Statistik>\n`;

/** The bytes in chunks of `size`, as a stream would bring them. */
export async function* inChunks(content: string | Uint8Array, size = 1000) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Everything an iterable gives, and the error that ended it. */
export const collect = async <Item>(items: AsyncIterable<Item>) => {
  const collected: Item[] = [];
  try {
    for await (const item of items) collected.push(item);
    return {items: collected, error: undefined};
  } catch (error) {
    return {items: collected, error};
  }
};
