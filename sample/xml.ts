import {type Draw, weighted, wordsOf} from './random.ts';

/** The content of an element. Undefined and empty ones are not written; a list repeats the element. */
export type Content = string | number | boolean | undefined | Content[] | Elements;

/** Elements by name, in the order of the file. */
export type Elements = {readonly [name: string]: Content};

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};

/** The register writes quotes and tabs as they are. */
const escaped = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, character => entities[character] ?? '') : text;

const elementXml = (name: string, content: Content, indent: string): string => {
  if (content === undefined) return '';
  if (Array.isArray(content)) {
    let xml = '';
    for (const item of content) xml += elementXml(name, item, indent);
    return xml;
  }
  if (typeof content === 'object') {
    const inside = toXml(content, `${indent}  `);
    return inside && `${indent}<ns:${name}>\n${inside}${indent}</ns:${name}>\n`;
  }
  const text = typeof content === 'string' ? escaped(content) : content;
  return `${indent}<ns:${name}>${text}</ns:${name}>\n`;
};

/** Each element starts a line; each level is indented by two more spaces. */
export const toXml = (elements: Elements, indent: string): string => {
  let xml = '';
  for (const name in elements) xml += elementXml(name, elements[name], indent);
  return xml;
};

/** A decimal number as the register writes it: always with a point, `998.0`. */
export const decimal = (value: number, digits = 1): string => {
  const text = String(Number(value.toFixed(digits)));
  return text.includes('.') ? text : `${text}.0`;
};

/** A number and a name, which is how the register writes the values of code lists. */
export const code = (prefix: string, id: number | string, name: string): Elements => ({
  [`${prefix}Nummer`]: id,
  [`${prefix}Navn`]: name,
});

type Row = readonly [id: number, name: string, weight: number];

export const drawCode = (prefix: string, rows: readonly Row[]): Draw<Elements> =>
  weighted(rows.map(([id, name, weight]) => [code(prefix, id, name), weight]));

/** Returns a function that writes values as elements in this order, each name with the prefix. */
export const inOrder = <const Line extends string>(prefix: string, ...lines: readonly Line[]) => {
  const names = wordsOf(...lines);
  const order = names.map(name => ({name, element: prefix + name}));
  return (values: Readonly<Partial<Record<(typeof names)[number], Content>>>): Elements => {
    const elements: Record<string, Content> = {};
    for (const {name, element} of order) elements[element] = values[name];
    return elements;
  };
};
