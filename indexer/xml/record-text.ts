const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Not a character of XML 1.0; a carriage return is one, but reading it means normalising lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unreadable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|\]\]>/;

const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;

/**
 * The text an element's content stands for, or `undefined` when it is not character data of XML 1.0
 * (§2.4) with the five named entities alone.
 */
export const decodeText = (content: string): string | undefined => {
  if (unreadable.test(content) || unknownEntity.test(content)) return undefined;
  if (!content.includes('&')) return content;
  return content.replaceAll(/&(\w+);/g, (reference, name) => entities[name] ?? reference);
};
