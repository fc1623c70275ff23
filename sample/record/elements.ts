import type {Leaf} from '../lists/element-order.ts';

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};

/** The register writes quotes and tabs as they are. */
const escaped = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, character => entities[character] ?? '') : text;

/** Writes one element on a line of its own, two spaces per level; nothing for an absent value. */
export const leaf = (depth: number, name: string) => {
  const open = `${'  '.repeat(depth)}<ns:${name}>`;
  const close = `</ns:${name}>\n`;
  return (value: Leaf): string => {
    if (value === undefined) return '';
    return open + (typeof value === 'string' ? escaped(value) : value) + close;
  };
};

/** Writes an element around others; nothing when there are none. */
export const parent = (depth: number, name: string) => {
  const open = `${'  '.repeat(depth)}<ns:${name}>\n`;
  const close = `${'  '.repeat(depth)}</ns:${name}>\n`;
  return (content: string): string => (content === '' ? '' : open + content + close);
};

/** Writes the elements of a list, in its order; `prefix` starts each of their names. */
export const leaves = <const Name extends string>(
  depth: number,
  prefix: string,
  names: readonly Name[],
) => {
  const writers = names.map(name => ({name, write: leaf(depth, prefix + name)}));
  return (values: Readonly<Partial<Record<Name, Leaf>>>): string => {
    let xml = '';
    for (const {name, write} of writers) xml += write(values[name]);
    return xml;
  };
};

/** Writes a number and a name, as all code lists have them: `<prefix>Nummer`, `<prefix>Navn`. */
export const coded = (depth: number, prefix: string) => {
  const id = leaf(depth, `${prefix}Nummer`);
  const name = leaf(depth, `${prefix}Navn`);
  return (code: {readonly id: string | number; readonly name: string}): string =>
    id(code.id) + name(code.name);
};

/** The same inside an element of its own, or nothing. */
export const codedIn = (depth: number, wrapper: string, prefix: string) => {
  const around = parent(depth, wrapper);
  const inside = coded(depth + 1, prefix);
  return (code: Parameters<typeof inside>[0] | undefined): string =>
    code === undefined ? '' : around(inside(code));
};

/** One string for all items of a list. */
export const each = <Item>(items: readonly Item[], write: (item: Item) => string): string => {
  let xml = '';
  for (const item of items) xml += write(item);
  return xml;
};
