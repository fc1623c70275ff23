import {isUtf8} from 'node:buffer';
import {SaxesParser, type SaxesTagNS} from 'saxes';
import {ExtractRefused} from '../records/extract-refused.ts';

export const registerNamespace = 'http://skat.dk/dmr/2007/05/31/';
const root = 'ESStatistikListeModtag_I';
const list = 'StatistikSamling';

/** How an extract frames its records. Plain data, so that a worker thread can be given it. */
export type Head = {
  /** The prefix of the register's namespace; empty when it is the default one. */
  readonly prefix: string;
  /** Every prefix that the elements around the records declare, as `{prefix: URI}`. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Names of the elements that are open where the records begin, innermost first. */
  readonly open: readonly string[];
  /** Bytes of the content up to there. */
  readonly length: number;
};

const byteOrderMark = Buffer.from('\ufeff');

/**
 * Reads an extract up to the start of its list of records, or answers `undefined` when `bytes` end
 * before it.
 *
 * @throws {ExtractRefused} when they are not the start of the register's XML, in UTF-8, without DTD.
 */
export const parseHead = (bytes: Buffer): Head | undefined => {
  const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  // Latin-1 keeps one character a byte, so the parser's progress is counted in bytes.
  const text = bytes.toString('latin1', mark);
  const parser = headParser();
  let fed = 0;
  for (let end = text.indexOf('>') + 1; end > 0; end = text.indexOf('>', end) + 1) {
    const framing = parser.feed(text.slice(fed, end));
    fed = end;
    if (framing === undefined) continue;
    if (!isUtf8(bytes.subarray(0, mark + fed))) throw notUtf8();
    return {...framing, length: mark + fed};
  }
  return undefined;
};

type Framing = Omit<Head, 'length'>;

const headParser = () => {
  const parser = new SaxesParser({xmlns: true});
  const open: SaxesTagNS[] = [];
  let framing: Framing | undefined;

  parser.on('error', ({message}) => {
    throw new ExtractRefused('XmlHead', `${sentences.malformed} (${message}). ${sentences.redo}`);
  });
  parser.on('xmldecl', ({encoding = 'UTF-8'}) => {
    if (encoding.toUpperCase() !== 'UTF-8') throw otherEncoding(encoding);
  });
  parser.on('doctype', () => {
    throw new ExtractRefused('XmlDoctype', `${sentences.doctype} ${sentences.redo}`);
  });
  parser.on('opentag', tag => {
    open.unshift(tag);
    if (open.length === 1) checkRoot(tag);
    if (open.length === 2 && isOurs(tag, list)) framing = framingOf(tag, open);
  });
  parser.on('closetag', () => {
    open.shift();
    if (open.length === 0 && !framing) {
      throw new ExtractRefused('XmlHead', `${sentences.noList} ${sentences.redo}`);
    }
  });

  /** Feeds the next piece; answers with the framing once the list of records has begun. */
  const feed = (piece: string): Framing | undefined => {
    parser.write(piece);
    return framing;
  };
  return {feed};
};

const isOurs = ({local, uri}: SaxesTagNS, name: string): boolean =>
  local === name && uri === registerNamespace;

const checkRoot = (tag: SaxesTagNS): void => {
  if (isOurs(tag, root)) return;
  throw new ExtractRefused('XmlRoot', `${sentences.otherRoot(tag.name)} ${sentences.redo}`);
};

/** An empty-element tag opens nothing: its list has already ended. */
const framingOf = (tag: SaxesTagNS, open: readonly SaxesTagNS[]): Framing => ({
  prefix: tag.prefix,
  namespaces: Object.assign({}, ...open.toReversed().map(({ns}) => ns)),
  open: (tag.isSelfClosing ? open.slice(1) : open).map(({name}) => name),
});

const sentences = {
  malformed: 'The XML is malformed before its first record',
  doctype: 'The XML has a document type declaration, which the register never writes.',
  noList: `The XML ends without a ${list} element, so it holds no list of records.`,
  otherRoot: (name: string) =>
    `The root element is ${name}, not ${root} of the namespace ${registerNamespace}.`,
  redo: 'Download the extract again, or name another file.',
} as const;

const otherEncoding = (encoding: string): ExtractRefused =>
  new ExtractRefused(
    'XmlEncoding',
    `The XML says it is encoded in ${encoding}, not UTF-8. Convert the file to UTF-8 first.`,
  );

const notUtf8 = (): ExtractRefused =>
  new ExtractRefused(
    'XmlEncoding',
    'The XML is not valid UTF-8 before its first record. Convert the file to UTF-8 first.',
  );
