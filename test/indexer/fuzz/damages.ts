import fc from 'fast-check';

/** A place in some bytes, in millionths of their length: it stays one when the bytes become others. */
type Place = number;

/** What is done to bytes. Text stands for bytes in Latin-1. */
export type Damage =
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

export const damages = (most: number): fc.Arbitrary<readonly Damage[]> =>
  fc.array(damage, {maxLength: most});

/** Where in the original bytes something was changed, from and to; undefined for all of them. */
type Touched = readonly (readonly [number, number])[] | undefined;

/** Does all of it, at places in the original bytes. */
export const damaged = (
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
