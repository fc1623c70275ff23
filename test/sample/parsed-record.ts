import {SaxesParser} from 'saxes';

/** An element as saxes sees it: local name, text and children in order. */
export type Element = {
  readonly name: string;
  readonly children: Element[];
  text: string;
};

/** Parses a whole document; throws on anything that is not well-formed. */
export const parsed = (xml: string): Element => {
  const top: Element = {name: '', children: [], text: ''};
  const open = [top];
  const parser = new SaxesParser({xmlns: true});
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({local}) => {
    const element = {name: local, children: [], text: ''};
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', text => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined) throw new Error('The document has no element.');
  return root;
};

const descendants = (element: Element): Element[] =>
  element.children.flatMap(child => [child, ...descendants(child)]);

const byName = new WeakMap<Element, Map<string, Element[]>>();

/** All elements of a name, at any depth, in document order. An element is searched once for all names. */
export const all = (element: Element, name: string): readonly Element[] => {
  const found = byName.get(element) ?? Map.groupBy(descendants(element), each => each.name);
  byName.set(element, found);
  return found.get(name) ?? [];
};

/** The text of the first element of a name, if there is one. */
export const textOf = (element: Element, name: string): string | undefined =>
  all(element, name)[0]?.text;

/** The vehicle's own ident, not one of a vehicle it may be coupled to. */
export const identOf = (record: Element): string | undefined =>
  record.children.find(({name}) => name === 'KoeretoejIdent')?.text;
