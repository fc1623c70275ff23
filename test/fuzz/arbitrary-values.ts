import fc from 'fast-check';

const bounds = [2n ** 31n, 2n ** 53n, 2n ** 63n].flatMap(bound => [bound - 1n, bound, -bound]);

/** Whole numbers around every limit, and what is nearly one. */
const number = fc.oneof(
  fc.integer({min: -2, max: 60}).map(String),
  fc.constantFrom(...bounds.map(String)),
  fc.bigInt({min: -(2n ** 70n), max: 2n ** 70n}).map(String),
  fc.constantFrom('-0', '01', '+1', '1.0', '1e3', '0x1', ' 1', '', '-', '١', '9'.repeat(400)),
);

const peculiar = fc.constantFrom(
  ...['*', '?', '"', '(', ' AND ', '\\', "' OR 1=1", '{"$ne":1}', '[]', '../..', '\0', '\r\n'],
  ...['constructor', '__proto__', 'toString', 'null', 'NaN', '-id', '--id', 'id,vin', 'plates'],
  ...['ß1', 'ı', 'ﬁ', 'a\u030A1', 'AB\u00A01', '🚗', '\u202E', '\uFEFF', 'ab 12-345'],
);

/** Any text that a client may put in place of a value. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  number,
  peculiar,
  fc.string({unit: 'binary', maxLength: 30}),
  fc.string({maxLength: 12}),
  fc.string({minLength: 200, maxLength: 2000}),
);

/** What is not a percent-encoding of UTF-8, or of what no parameter holds. */
const badlyEncoded = fc.constantFrom('%', '%E0%A4%A', '%ff', '%C3', '%zz', '%00', '%2F', '%u0041');

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A value as it stands in a path or query: now and then the given one, which finds something. */
export const encodedValue = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    {weight: 4, arbitrary: fc.constant(encoded(good))},
    {weight: 3, arbitrary: anyText.map(encoded)},
    {weight: 1, arbitrary: badlyEncoded},
    {weight: 1, arbitrary: badlyEncoded.map(bad => encoded(good) + bad)},
  );
