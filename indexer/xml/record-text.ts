/** Not a character of XML 1.0; a carriage return is one, but reading it means normalising lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unreadable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;

const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;

const textOf = ({buffer, byteOffset}: Uint8Array, start: number, end: number): string =>
  Buffer.from(buffer, byteOffset + start, end - start).toString();

/** Whether the bytes are character data of XML 1.0 (§2.4) with the five named entities alone. */
export const isReadable = (bytes: Uint8Array, start: number, end: number): boolean => {
  const text = textOf(bytes, start, end);
  return !unreadable.test(text) && !unknownEntity.test(text);
};
