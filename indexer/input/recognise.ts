/** Bytes from the start of a file that are enough to recognise it. */
export const startBytes = 512;

type Container = 'zip' | 'gzip' | 'plain';

/** How the records are written: in the register's XML, as one JSON array, or as JSON line by line. */
export type Format = 'xml' | 'json-array' | 'ndjson';

/** How a file is packed, told from its signature. */
export const containerOf = (start: Buffer): Container => {
  const signature = start.toString('latin1', 0, 4);
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') return 'zip';
  return signature.startsWith('\x1f\x8b') ? 'gzip' : 'plain';
};

/** The format of content, told from its first character that is not white space. */
export const formatOf = (start: Buffer): Format | undefined => {
  const text = start.toString('utf8', 0, startBytes).replace(/^\ufeff/, '');
  switch (text.trimStart()[0]) {
    case '<':
      return 'xml';
    case '[':
      return 'json-array';
    case '{':
      return 'ndjson';
    default:
      return undefined;
  }
};

/** Whether content seems to be in UTF-16, which XML may be and the register's is not. */
export const isUtf16 = (start: Buffer): boolean =>
  ['fffe', 'feff', '3c00', '003c'].includes(start.toString('hex', 0, 2));
