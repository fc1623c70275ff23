import {METHODS} from 'node:http';
import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {endpoints} from '#src/api/index.ts';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import {filledPath, pathNames} from '#src/http/endpoint/endpoint.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import type {Services} from '#src/services.ts';

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
const anyText: fc.Arbitrary<string> = fc.oneof(
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
const encodedValue = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    {weight: 4, arbitrary: fc.constant(encoded(good))},
    {weight: 3, arbitrary: anyText.map(encoded)},
    {weight: 1, arbitrary: badlyEncoded},
    {weight: 1, arbitrary: badlyEncoded.map(bad => encoded(good) + bad)},
  );

type Endpoint = AnyEndpoint<Services>;

/** A request that a client may send; header values and body as Latin-1, which stands for bytes. */
export type FuzzedRequest = {
  /** The endpoint that it was made for. */
  readonly operationId: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly isChunked: boolean;
};

/** Without those that are no request for a resource: a tunnel, and the preface of HTTP/2. */
const methods = METHODS.filter(method => method !== 'CONNECT' && method !== 'PRI');

const target = ({path, query, operationId}: Endpoint): fc.Arbitrary<string> => {
  const {params = {}, query: known = {}} = exampleOf(operationId);
  const names = pathNames(path);
  const values = fc.tuple(...names.map(name => encodedValue(params[name] ?? '1')));
  const declared = Object.keys(query?.shape ?? {});
  const pair = fc.oneof(
    ...declared.map(name => encodedValue(known[name] ?? '1').map(value => `${name}=${value}`)),
    ...declared.map(name => fc.constantFrom(`${name}`, `${name}[]=1`, `${name}[$ne]=1`)),
    anyText.map(text => encodeURIComponent(text.toWellFormed())),
  );
  const pairs = fc.array(pair, {maxLength: 5});
  const slip = fc.oneof(
    {weight: 20, arbitrary: fc.constant('')},
    fc.constantFrom('/', '//', '/engine', '?', '?&=&', '%20'),
  );
  return fc.tuple(values, slip, pairs).map(([values, slip, pairs]) => {
    const filled = filledPath(path, name => values[names.indexOf(name)] ?? '');
    return pairs.length === 0 ? filled + slip : `${filled}${slip}?${pairs.join('&')}`;
  });
};

/** Bytes that may stand in a header: no control characters but the tab. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\t -~\x80-\xFF]{0,60}$/),
  fc.string({maxLength: 30}).map(text => text.replaceAll(/[^ -~]/g, '')),
);

const choice = (...values: readonly string[]) => fc.oneof(fc.constantFrom(...values), headerText);

/** Headers that something in the service reads. */
const readHeaders: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'Accept-Encoding': choice('gzip', 'br', 'identity', '*;q=0', 'gzip;q=x, ;'),
  'If-None-Match': choice('*', 'W/"x"', '"x", W/"y"', '"'),
  'X-Request-Id': choice('mine', 'x'.repeat(65), 'a"b'),
  Traceparent: choice(`00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01`, `ff-${'0'.repeat(32)}`),
  Accept: choice('text/html', 'application/json'),
  'Content-Type': choice('application/json', 'text/plain; charset=utf-16', 'multipart/form-data'),
  'Content-Encoding': choice('gzip', 'deflate', 'br', 'identity', 'zstd', 'gzip, gzip'),
  Expect: fc.constantFrom('100-continue', 'a-miracle'),
  Origin: choice('https://app.example', 'null'),
  Connection: fc.constantFrom('keep-alive', 'close', 'x-api-key'),
  Upgrade: fc.constantFrom('websocket', 'h2c'),
  'X-Forwarded-For': headerText,
  Range: fc.constantFrom('bytes=0-1', 'bytes=9-'),
};

const header = fc.oneof(
  ...Object.entries(readHeaders).map(([name, value]) => fc.tuple(fc.constant(name), value)),
);

/** Names that stand for keys of one form and length until a request is sent. */
export const keyNames = ['<good>', '<unpaid>', '<spent>', '<revoked>'] as const;

export type KeyName = (typeof keyNames)[number];

/** The keys that a request may carry: a good one, none, several, or anything at all. */
const keys: fc.Arbitrary<readonly string[]> = fc.oneof(
  {weight: 12, arbitrary: fc.constant(['<good>'])},
  fc.constant([]),
  fc.constantFrom(...keyNames.map(key => [key])),
  fc.constant(['<good>', '<good>']),
  headerText.map(text => [text]),
);

const codings = [gzipSync, deflateSync, brotliCompressSync];

/** A JSON body around the known one, or anything; now and then compressed, or near the limit. */
const body = ({operationId}: Endpoint): fc.Arbitrary<string> => {
  const known = exampleOf(operationId).body ?? {plates: ['AB12345']};
  const entries = fc.array(fc.oneof(anyText, fc.jsonValue()), {maxLength: 12});
  const sent = fc.oneof(
    fc.constant(known),
    fc.record({plates: entries}),
    fc.record({plates: fc.constant(Array(501).fill('A1'))}),
    fc.jsonValue(),
    fc.constantFrom(JSON.parse('{"__proto__": {"plates": ["A1"]}}'), {
      plates: ['x'.repeat(65_500)],
    }),
  );
  const text = sent.map(value => Buffer.from(JSON.stringify(value)).toString('latin1'));
  return fc.oneof(
    {weight: 6, arbitrary: text},
    {
      weight: 1,
      arbitrary: fc.uint8Array({maxLength: 80}).map(bytes => Buffer.from(bytes).toString('latin1')),
    },
    {weight: 1, arbitrary: fc.nat(300).map(depth => '['.repeat(depth * 220))},
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.constantFrom(...codings), fc.nat(80_000))
        .map(([text, compress, length]) =>
          compress(Buffer.from(text.padEnd(length), 'latin1')).toString('latin1'),
        ),
    },
  );
};

/** Any request to an endpoint, made from its declaration. */
const requestTo = (endpoint: Endpoint): fc.Arbitrary<FuzzedRequest> => {
  const {method = 'GET'} = endpoint;
  const noBody = {weight: method === 'POST' ? 1 : 12, arbitrary: fc.constant('')};
  return fc.record({
    operationId: fc.constant(endpoint.operationId),
    method: fc.oneof(
      {weight: 9, arbitrary: fc.constant(method)},
      fc.constantFrom('HEAD', ...methods),
    ),
    target: target(endpoint),
    headers: fc
      .tuple(keys, fc.array(header, {maxLength: 4}))
      .map(([keys, headers]) => [...keys.map(key => ['X-Api-Key', key] as const), ...headers]),
    body: fc.oneof(noBody, {weight: 8, arbitrary: body(endpoint)}),
    isChunked: fc.boolean(),
  });
};

/** Any request to any endpoint there is. */
export const anyRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(...endpoints.map(requestTo));
