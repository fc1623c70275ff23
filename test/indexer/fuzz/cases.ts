import {readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {aZip} from '../../helpers/extracts/files.ts';
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';
import {sample, sampleRecords} from '../read/register-xml.ts';

/** A place in some bytes, in millionths of their length: it stays one when the bytes become others. */
type Place = number;

/** What is done to bytes. Text stands for bytes in Latin-1. */
type Damage =
  | {readonly does: 'change'; readonly at: Place; readonly byte: number}
  | {readonly does: 'insert'; readonly at: Place; readonly text: string; readonly times: number}
  | {readonly does: 'delete'; readonly at: Place; readonly length: number}
  | {readonly does: 'copy'; readonly at: Place; readonly from: Place; readonly length: number}
  | {readonly does: 'cut'; readonly at: Place}
  | {readonly does: 'encode'; readonly as: 'utf16le' | 'latin1'};

/** Texts that mean something to one of the readers. */
const hostile = [
  ...['<', '>', '&', '"', "'", '/', '=', ':', '-', ' ', '\n', '\r', '\t', '\0', '0'],
  ...['\x7f', '\xff', '<?', '?>', '<!--', '-->', '--', '<![CDATA[', ']]>', '&x;', '&amp;'],
  ...['&#0;', '&#65;', '<a', '/>', '<ns:', '</ns:', '<ns:Statistik', '<Statistik>'],
  ...['<ns:Statistik>', '</ns:Statistik>', ':Statistik>', '<x:A/>'],
  ...['</ns:StatistikSamling>', '<ns:StatistikSamling>', '</ns:ESStatistikListeModtag_I>'],
  ...['<ns:KoeretoejIdent>1</ns:KoeretoejIdent>', '<ns:A>', '</ns:A>', '<ns:A/>', '<ns:A a="b">'],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '<?xml version="1.0" encoding="UTF-16"?>', ' xmlns:ns="x"'],
  ...['\xc0\xaf', '\xed\xa0\x80', '\xe6', '\xef\xbb\xbf', '\xff\xfe', '\xef\xbf\xbf', '\xc3\xa5'],
  ...['{', '}', '[', ']', ',', '\\', '\\ud83d', '{"a":', '[[', '"KoeretoejIdent":"1",'],
  ...['1e999', 'null', '.xml', '../', '\x1f\x8b', 'PK\x03\x04', 'PK\x01\x02'],
  ...['PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07'],
];

const place = fc.nat(1_000_000);
const length = fc.oneof(fc.integer({min: 1, max: 40}), fc.integer({min: 1, max: 20_000}));
const times = fc.oneof(
  {weight: 3, arbitrary: fc.constant(1)},
  {weight: 1, arbitrary: fc.integer({min: 2, max: 20_000})},
);
const text = fc.oneof(
  {weight: 4, arbitrary: fc.constantFrom(...hostile)},
  {
    weight: 1,
    arbitrary: fc.uint8Array({maxLength: 8}).map(bytes => Buffer.from(bytes).toString('latin1')),
  },
);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  {weight: 4, arbitrary: fc.record({does: fc.constant('change'), at: place, byte: fc.nat(255)})},
  {weight: 5, arbitrary: fc.record({does: fc.constant('insert'), at: place, text, times})},
  {weight: 3, arbitrary: fc.record({does: fc.constant('delete'), at: place, length})},
  {weight: 3, arbitrary: fc.record({does: fc.constant('copy'), at: place, from: place, length})},
  {weight: 1, arbitrary: fc.record({does: fc.constant('cut'), at: place})},
  {
    weight: 1,
    arbitrary: fc.record({does: fc.constant('encode'), as: fc.constantFrom('utf16le', 'latin1')}),
  },
);

const damages = (most: number): fc.Arbitrary<readonly Damage[]> =>
  fc.array(damage, {maxLength: most});

/** Where in the original bytes something was changed, from and to; undefined for all of them. */
type Touched = readonly (readonly [number, number])[] | undefined;

/** Does all of it, at places in the original bytes. */
const damaged = (
  original: Buffer,
  damages: readonly Damage[],
): {readonly bytes: Buffer; readonly touched: Touched} => {
  const at = (place: Place) => Math.floor((place / 1_000_001) * original.length);
  const touched: [number, number][] = [];
  let isAll = false;
  let bytes = original;
  let limit = original.length;
  const replace = (from: number, end: number, by: Uint8Array) => {
    const to = Math.min(end, limit);
    bytes = Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
    touched.push([from, to]);
    limit = from;
  };
  const places = (one: Damage) => ('at' in one ? at(one.at) : -1);
  // From the end on, and none beyond the one before: what comes before keeps its place.
  for (const one of damages.toSorted((a, b) => places(b) - places(a))) {
    const from = places(one);
    if (one.does === 'change') replace(from, from + 1, Uint8Array.of(one.byte));
    else if (one.does === 'delete') replace(from, from + one.length, new Uint8Array(0));
    else if (one.does === 'insert') {
      replace(from, from, Buffer.from(one.text.repeat(one.times), 'latin1'));
    } else if (one.does === 'copy') {
      const start = at(one.from);
      replace(from, from, original.subarray(start, start + one.length));
    } else {
      isAll = true;
      bytes =
        one.does === 'cut'
          ? bytes.subarray(0, from)
          : Buffer.from(bytes.toString(one.as === 'latin1' ? 'utf8' : 'latin1'), one.as);
    }
  }
  return {bytes, touched: isAll ? undefined : touched};
};

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
