import {readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {aZip} from '../../helpers/extracts/files.ts';
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';
import {sample, sampleRecords} from '../read/register-xml.ts';
import {type Damage, damaged, damages} from './damages.ts';

const lines = sampleRecords.map(record => JSON.stringify(treeOf(record)));

/** The sample in each form of the content. */
const contents = {
  xml: sample,
  ndjson: Buffer.from(`${lines.join('\n')}\n`),
  array: Buffer.from(`[${lines.join(',\n')}]`),
} as const;

/** How content is packed. */
const containers = {
  plain: async (content: Buffer) => content,
  gzip: async (content: Buffer) => gzipSync(content),
  zip: (content: Buffer) => aZip({'ESStatistikListeModtag.xml': content}),
  'stored zip': (content: Buffer) => aZip({'a.xml': content, 'b.txt': 'b'}, {compress: false}),
} as const;

/** One damaged extract, as it is kept in `kept-extracts.json`. */
export type Case = {
  readonly form: keyof typeof contents;
  readonly container: keyof typeof containers;
  /** Of the content, before it is packed. */
  readonly content: readonly Damage[];
  /** Of the file. */
  readonly file: readonly Damage[];
};

const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) =>
  fc.constantFrom(...(Object.keys(of) as Key[]));

/** Either the content is damaged, or what it is packed in. */
export const anyCase: fc.Arbitrary<Case> = fc
  .record({
    form: keysOf(contents),
    container: keysOf(containers),
    isContent: fc.boolean(),
    damages: damages(4),
  })
  .map(({isContent, damages, ...rest}) => ({
    ...rest,
    content: isContent ? damages : [],
    file: isContent ? [] : damages,
  }));

/** Cases that once failed; they come first. */
export const keptCases: [Case][] = JSON.parse(
  readFileSync(new URL('kept-extracts.json', import.meta.url), 'utf8'),
).map((one: Case) => [one]);

/** Where the records are in the content of a form, from and to. */
const placesOf = (form: Case['form']) => {
  const records = form === 'xml' ? sampleRecords : lines;
  return records.map((record, index) => {
    const from = contents[form].indexOf(record);
    const ident = /KoeretoejIdent>(\d+)</.exec(sampleRecords[index] ?? '')?.[1] ?? '';
    return {ident, from, to: from + Buffer.byteLength(record)};
  });
};

/** The file of a case; `survivors` are vehicles of which no record was touched, nor what is next to it. */
export const fileOf = async ({form, container, content, file}: Case) => {
  const {bytes, touched} = damaged(contents[form], content);
  const whole = await containers[container](bytes);
  const places = placesOf(form);
  const head = places[0]?.from ?? 0;
  const isUntouched = ({from, to}: {readonly from: number; readonly to: number}) =>
    touched?.every(([start, end]) => start >= head && (end < from - 1 || start > to + 1));
  return {
    content: bytes,
    file: damaged(whole, file).bytes,
    survivors: file.length > 0 ? [] : places.filter(isUntouched).map(({ident}) => ident),
  };
};
