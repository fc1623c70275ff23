import {isUtf8} from 'node:buffer';
import {SaxesParser, type SaxesTagNS} from 'saxes';
import {ExtractRefused} from './extract-refused.ts';
import {peek} from './open-input.ts';
import {hasTag, miscellaneousIn} from './record-tags.ts';
import {maxDepth} from './source-record.ts';

export const registerNamespace = 'http://skat.dk/dmr/2007/05/31/';
const rootName = 'ESStatistikListeModtag_I';
const listName = 'StatistikSamling';

/** How an extract frames its records. Plain data, so that it can be passed to a worker thread. */
export type Head = {
  /** The prefix of the register's namespace; empty when it is the default one. */
  readonly prefix: string;
  /** Every prefix that the elements around the records declare, as `{prefix: URI}`. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Names of the elements that are open where the records begin, innermost first. */
  readonly open: readonly string[];
  /** The number of bytes before the records begin. */
  readonly length: number;
};

/** With more than this before the list of records, a file is not the register's. In bytes. */
const maxHeadBytes = 1024 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

/**
 * Reads an extract's XML up to its list of records. Returns the head and the whole content again, whose
 * first chunk has all of the head; ending that ends `content`.
 *
 * @throws {ExtractRefused} if this is not the start of the register's XML, in UTF-8, without DTD.
 */
export const readHead = (content: AsyncIterable<Uint8Array>) =>
  peek(content, (start, isAll): Head | undefined => {
    const head = parseHead(start.subarray(0, maxHeadBytes));
    if (head !== undefined) return head;
    if (isAll) throw new ExtractRefused('XmlTruncated', 'before its list of records');
    if (start.length < maxHeadBytes) return undefined;
    throw new ExtractRefused('XmlHead', 'has more than 1 MiB before its list of records');
  });

/** The head, or undefined if `bytes` end before the list of records. @throws {ExtractRefused} */
const parseHead = (bytes: Buffer): Head | undefined => {
  const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  // Latin-1 keeps one character a byte, so the parser's progress is counted in bytes.
  const text = bytes.toString('latin1', mark);
  const {parser, found} = headParser();
  let fed = 0;
  for (let end = text.indexOf('>') + 1; end > 0; end = text.indexOf('>', end) + 1) {
    parser.write(text.slice(fed, end));
    fed = end;
    if (found.framing === undefined) continue;
    const length = mark + end;
    if (isUtf8(bytes.subarray(0, length))) return {...found.framing, length};
    throw new ExtractRefused('XmlEncoding', 'is not valid UTF-8');
  }
  return undefined;
};

/** A parser that sets `framing` at the start tag of the list of records, and throws if none can come. */
const headParser = () => {
  const parser = new SaxesParser({xmlns: true});
  const found: {framing?: Omit<Head, 'length'>} = {};
  const open: SaxesTagNS[] = [];

  parser.on('error', ({message}) => {
    throw new ExtractRefused('XmlHead', `is malformed before its first record (${message})`);
  });
  parser.on('xmldecl', ({encoding = 'UTF-8'}) => {
    if (encoding.toUpperCase() === 'UTF-8') return;
    throw new ExtractRefused('XmlEncoding', `is declared to be in ${encoding}`);
  });
  parser.on('doctype', () => {
    throw new ExtractRefused('XmlDoctype');
  });
  parser.on('opentag', tag => {
    open.unshift(tag);
    // The parser looks a prefix up through all open elements.
    const tooDeep = `has elements deeper than ${maxDepth} before its records`;
    if (open.length > maxDepth) throw new ExtractRefused('XmlHead', tooDeep);
    if (open.length === 1 && !isOurs(tag, rootName)) throw otherRoot(tag);
    if (open.length !== 2 || !isOurs(tag, listName)) return;
    // An empty-element tag opens nothing: its list has already ended.
    const around = tag.isSelfClosing ? open.slice(1) : open;
    found.framing = {
      prefix: tag.prefix,
      namespaces: Object.assign({}, ...open.toReversed().map(({ns}) => ns)),
      open: around.map(({name}) => name),
    };
  });
  parser.on('closetag', () => {
    open.shift();
    if (open.length > 0 || found.framing) return;
    throw new ExtractRefused('XmlHead', `has no ${listName} element, so it has no list of records`);
  });
  return {parser, found};
};

const isOurs = ({local, uri}: SaxesTagNS, name: string): boolean =>
  local === name && uri === registerNamespace;

/** The text in a form that may be shown: a file can have any name and any namespace. */
const shown = (text: string): string => text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?');

const otherRoot = ({name, uri}: SaxesTagNS): ExtractRefused => {
  const where = uri === '' ? 'without a namespace' : `of the namespace ${shown(uri)}`;
  const expected = `${rootName} of the namespace ${registerNamespace}`;
  return new ExtractRefused('XmlRoot', `${shown(name)} ${where}, not ${expected}`);
};

/**
 * Checks the tail after the last whole record: it may hold only the end tags of the elements that `head` left
 * open, with white space and comments between, or the extract is not complete. Returns where the list of
 * records ends in the tail, or 0 if it does not, and the refusal, if any.
 *
 * @param isInRecord Whether the tail begins inside a record.
 */
export const checkTail = (tail: Buffer, {open}: Head, isInRecord: boolean) => {
  const text = tail.toString('latin1');
  const listEnd = open.length > 1 ? text.lastIndexOf(`</${open[0]}`) : 0;
  const end = listEnd === -1 ? -1 : afterEndTags(text, listEnd, open);
  if (end === text.length) return {listEnd};
  if (end !== -1) return {listEnd, refusal: new ExtractRefused('XmlTrailing')};
  const where =
    listEnd === -1 && (isInRecord || hasTag(text))
      ? 'inside a record'
      : `without the end tags of ${open.join(' and ')}, or with something before them`;
  return {listEnd: Math.max(0, listEnd), refusal: new ExtractRefused('XmlTruncated', where)};
};

const endOfTag = /[ \t\r\n]*>/y;

const afterEndTags = (text: string, from: number, names: readonly string[]): number => {
  const afterMiscellaneous = miscellaneousIn(text);
  let at = afterMiscellaneous(from);
  for (const name of names) {
    if (!text.startsWith(`</${name}`, at)) return -1;
    endOfTag.lastIndex = at + name.length + 2;
    if (!endOfTag.test(text)) return -1;
    at = afterMiscellaneous(endOfTag.lastIndex);
  }
  return at;
};
