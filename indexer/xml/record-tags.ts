import type {Head} from './parse-head.ts';

/** How the start and the end of a record look in bytes. */
export type RecordTags = {
  /** The start tag up to its name: `<ns:Statistik`. */
  readonly start: Buffer;
  /** The end tag in the only spelling that ends a record: `</ns:Statistik>`. */
  readonly end: Buffer;
};

export const recordTags = ({prefix}: Pick<Head, 'prefix'>): RecordTags => {
  const name = prefix === '' ? 'Statistik' : `${prefix}:Statistik`;
  return {start: Buffer.from(`<${name}`), end: Buffer.from(`</${name}>`)};
};

const afterName = new Set(Buffer.from(' \t\r\n/>'));

/** Where the last start tag of a record begins in `bytes`, or -1. */
export const lastStart = (bytes: Buffer, {start}: RecordTags): number => {
  let at = bytes.lastIndexOf(start);
  while (at > 0 && !afterName.has(bytes[at + start.length] ?? 0)) {
    at = bytes.lastIndexOf(start, at - 1);
  }
  return at;
};
