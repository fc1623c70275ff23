import {ExtractRefused} from './extract-refused.ts';

/** Bytes from the start of a file that are enough to recognise it. */
export const startBytes = 512;

/** How a file is packed, told from its signature. */
export const containerOf = (start: Buffer): 'zip' | 'gzip' | 'plain' => {
  const signature = start.toString('latin1', 0, 4);
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') return 'zip';
  return signature.startsWith('\x1f\x8b') ? 'gzip' : 'plain';
};

/** How the records are written, by the first character: in the register's XML, or as JSON. */
const formats = [
  ['<', 'xml'],
  ['[', 'json-array'],
  ['{', 'ndjson'],
] as const;

export type Format = (typeof formats)[number][1];

/** UTF-16, which XML may be in and the register's is not. */
const utf16 = ['fffe', 'feff', '3c00', '003c'];

/** The format of content, told from its first character that is not white space. */
export const formatOf = (start: Buffer): Format => {
  const text = start
    .toString('utf8', 0, startBytes)
    .replace(/^\ufeff/, '')
    .trimStart();
  for (const [character, format] of formats) if (text.startsWith(character)) return format;
  if (utf16.includes(start.toString('hex', 0, 2))) {
    throw new ExtractRefused('XmlEncoding', 'is encoded in UTF-16');
  }
  throw new ExtractRefused('NotAnExtract', start.length === 0 ? 'empty' : 'neither XML nor JSON');
};
