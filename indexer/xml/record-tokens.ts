/** An element name as the tokenizer knows it: how it is written, and what tends to follow it. */
export type ElementName = {
  readonly local: string;
  /** Length of `<ns:Name>`. */
  readonly startLength: number;
  /** A whole leaf with plain text: start tag, text, end tag and the white space after. */
  readonly leaf: RegExp;
  /** The start tag of an element with children, and the white space before the first of them. */
  readonly parent: RegExp;
  /** The start tag alone. */
  readonly start: RegExp;
  /** The end tag and the white space after. */
  readonly end: RegExp;
  /** An empty-element tag, and the white space after. */
  readonly empty: RegExp;
  /** Whether it has been seen with children. */
  nests: boolean;
  /** The element that started next the last time: the guess for the next time. */
  next: ElementName | undefined;
};

/** Finds an element by its local name; `undefined` for a name the register would not use. */
export type ElementNames = (local: string) => ElementName | undefined;

/** Text that stands for itself: ASCII without control characters, `<`, `&`, and the `]` of `]]>`. */
const plainText = '[\\t\\n\\x20-\\x25\\x27-\\x3b\\x3d-\\x5c\\x5e-\\x7f]*';
const whiteSpace = '[ \\t\\n]*';

/** The register uses some 250 names. Of a document with thousands, no more are learned. */
const maxNames = 2000;

/** The register's longest name has 61 characters. Five expressions of a much longer one take up memory. */
const nameForm = /^[A-Za-z_]\w{0,99}$/;

export const elementNames = (prefix: string): ElementNames => {
  const known = new Map<string, ElementName>();

  return local => {
    const found = known.get(local);
    if (found !== undefined) return found;
    if (known.size >= maxNames || !nameForm.test(local)) return undefined;
    const name = elementName(prefix, local);
    known.set(name.local, name);
    return name;
  };
};

const elementName = (prefix: string, local: string): ElementName => {
  const name = prefix === '' ? local : `${prefix}:${local}`;
  return {
    local: asPropertyName(local),
    startLength: name.length + 2,
    leaf: new RegExp(`<${name}>${plainText}</${name}>${whiteSpace}`, 'y'),
    parent: new RegExp(`<${name}>${whiteSpace}(?=<[^/])`, 'y'),
    start: new RegExp(`<${name}>`, 'y'),
    end: new RegExp(`</${name}>${whiteSpace}`, 'y'),
    empty: new RegExp(`<${name}/>${whiteSpace}`, 'y'),
    nests: false,
    next: undefined,
  };
};

/** The interned form of a name, as V8 stores property names: adding a member needs no look-up. */
const asPropertyName = (local: string): string => Object.keys({[local]: true})[0] ?? local;

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
