import fc from 'fast-check';
import {anyRequest, type FuzzedRequest} from './arbitrary-request.ts';

/** What one client sends over one connection, as Latin-1, in pieces that arrive one by one. */
export type Conversation = {
  /** The requests, if the bytes are theirs; empty if something was done to them. */
  readonly requests: readonly FuzzedRequest[];
  readonly pieces: readonly string[];
};

const chunked = (body: string): string => {
  const middle = Math.ceil(body.length / 2);
  const chunks = [body.slice(0, middle), body.slice(middle)].filter(chunk => chunk !== '');
  return [...chunks, ''].map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
};

/** The bytes of a request. */
const serialized = ({method, target, headers, body, isChunked}: FuzzedRequest): string => {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: api.example',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [framing]),
  ];
  const sent = body === '' || !isChunked ? body : chunked(body);
  return `${lines.join('\r\n')}\r\n\r\n${sent}`;
};

type Change = {readonly at: number; readonly removed: number; readonly added: string};

const anyBytes = fc.uint8Array({maxLength: 12}).map(bytes => Buffer.from(bytes).toString('latin1'));

/** Bytes on which parsers of HTTP turn. */
const tellingBytes = fc.constantFrom(
  ...['\r', '\n', '\r\n', '\r\n\r\n', '\0', ' ', ':', '\t', '\r\n ', 'HTTP/2.0', 'HTTP/1.0', '#'],
  ...['Content-Length: 5\r\n', 'Transfer-Encoding: gzip, chunked\r\n', 'Host: b\r\n', '0\r\n\r\n'],
  ...['Content-Length: -1\r\n', 'Transfer-Encoding: chunked\r\n', 'ffffffffffff\r\n', 'PRI * '],
);

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(400),
  removed: fc.nat(20),
  added: fc.oneof(anyBytes, tellingBytes),
});

const changed = (bytes: string, changes: readonly Change[]): string =>
  changes.reduce(
    (text, {at, removed, added}) => text.slice(0, at) + added + text.slice(at + removed),
    bytes,
  );

const inPieces = (bytes: string, cuts: readonly number[]): readonly string[] => {
  const places = cuts.map(cut => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.slice(start, places[index]));
};

const cuts = fc.array(fc.nat(5000), {maxLength: 3});

export const isClosing = ({headers}: FuzzedRequest): boolean =>
  headers.some(([name, value]) => name === 'Connection' && value === 'close');

/**
 * Up to the first that asks for the end of the connection. What a client sends after that may reset the
 * connection, and take the response with it (RFC 9112 §9.6).
 */
const untilClose = (requests: readonly FuzzedRequest[]): readonly FuzzedRequest[] => {
  const last = requests.findIndex(isClosing);
  return last === -1 ? requests : requests.slice(0, last + 1);
};

/** A few requests one behind the other, whole and well-formed. */
const pipelined: fc.Arbitrary<Conversation> = fc
  .tuple(fc.array(anyRequest, {minLength: 1, maxLength: 4}).map(untilClose), cuts)
  .map(([requests, cuts]) => ({
    requests,
    pieces: inPieces(requests.map(serialized).join(''), cuts),
  }));

/** Requests whose bytes were tampered with, or that are cut off, or no requests at all. */
const tampered: fc.Arbitrary<Conversation> = fc
  .tuple(
    fc.array(anyRequest.map(serialized), {maxLength: 2}),
    fc.array(change, {minLength: 1, maxLength: 4}),
    cuts,
  )
  .map(([requests, changes, cuts]) => ({
    requests: [],
    pieces: inPieces(changed(requests.join(''), changes), cuts),
  }));

/** Whatever a client may say over one connection. */
export const anyConversation: fc.Arbitrary<Conversation> = fc.oneof(
  {weight: 3, arbitrary: pipelined},
  {weight: 2, arbitrary: tampered},
);
