const [tab, lineFeed, space, lessThan] = [0x09, 0x0a, 0x20, 0x3c];
const fourSpaces = 0x20202020;

/** The kinds of bytes in the text of an element. */
export const character = {
  /** It stands for itself, in XML and in JSON. */
  plain: 0,
  /** Text that has it needs a closer look. */
  special: 1,
  /** `<` */
  end: 2,
  /** Not a character of XML 1.0, or a carriage return: reading that means normalising lines. */
  unreadable: 3,
} as const;

export const characters = Uint8Array.from({length: 256}, (_, byte) => {
  if (byte === lessThan) return character.end;
  // U+FFFE and U+FFFF, which XML does not have, begin with 0xEF.
  if ([...Buffer.from('&]"\\\t\n'), 0xef].includes(byte)) return character.special;
  return byte < space ? character.unreadable : character.plain;
});

/** Not a character of XML 1.0; a carriage return is one, but reading it means normalising lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unreadable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;

const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Whether the bytes are character data of XML 1.0 (§2.4) with the five named entities alone. */
export const isReadable = (bytes: Buffer, start: number, end: number): boolean => {
  const text = bytes.toString('utf8', start, end);
  return !unreadable.test(text) && !unknownEntity.test(text);
};

/** Where the white space from `start` on ends. The register begins a line for each element. */
export const skipSpace = (view: DataView, start: number): number => {
  const end = view.byteLength;
  let at = start;
  if (at < end && view.getUint8(at) === lineFeed) at++;
  while (at + 4 <= end && view.getInt32(at) === fourSpaces) at += 4;
  while (at < end && isSpace(view.getUint8(at))) at++;
  return at;
};

const isSpace = (byte: number): boolean => byte === space || byte === lineFeed || byte === tab;
