export type Container = 'zip' | 'gzip' | 'plain';
export type Format = 'xml' | 'json';

/** Enough bytes to tell one form from another. */
export const tellingBytes = 512;

/** What a file is packed in, told from its first bytes. */
export const containerOf = (first: Buffer): Container => {
  const signature = first.toString('latin1', 0, 4);
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') return 'zip';
  return signature.startsWith('\x1f\x8b') ? 'gzip' : 'plain';
};

/** What content is written in, told from its first character that is not white space. */
export const formatOf = (first: Buffer): Format | undefined => {
  const [character] = first
    .toString('utf8', 0, tellingBytes)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (character === '<') return 'xml';
  return character === '{' || character === '[' ? 'json' : undefined;
};

const firstCharacter = (first: Buffer): string =>
  first
    .toString('utf8', 0, tellingBytes)
    .replace(/^\ufeff/, '')
    .trimStart()
    .charAt(0);

/** UTF-16 is XML, too, but not the register's. */
export const isUtf16 = (first: Buffer): boolean =>
  ['fffe', 'feff', '3c00', '003c'].includes(first.toString('hex', 0, 2));

/** Whether JSON is one array of records rather than a record in each line. */
export const isJsonArray = (first: Buffer): boolean => firstCharacter(first) === '[';
