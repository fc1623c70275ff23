/** An element that the page has. */
export const find = <Found extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Found => {
  const found = within.querySelector<Found>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
};

export const findAll = <Found extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): readonly Found[] => [...within.querySelectorAll<Found>(selector)];

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A child, or nothing. A string is text, never markup. */
export type Content = Node | string | undefined | false;

type Part = Attributes | Content;
type Parts = readonly (Part | readonly Part[])[];

/** Sets attributes of an element, and replaces its children. */
export const fill = <Filled extends Element>(filled: Filled, ...parts: Parts): Filled => {
  filled.replaceChildren();
  for (const part of parts.flat()) {
    if (typeof part === 'string' || part instanceof Node) filled.append(part);
    else
      for (const [name, value] of Object.entries(part || {})) {
        if (value !== undefined) filled.setAttribute(name, String(value));
      }
  }
  return filled;
};

/** Makes an element of the page. */
export const element = (name: string, ...parts: Parts) =>
  fill(document.createElement(name), ...parts);

/** Makes a button that acts on its page. */
export const button = (
  text: string,
  attributes: Attributes,
  act: () => void | Promise<void>,
): HTMLElement => {
  const made = element('button', {type: 'button', ...attributes}, text);
  made.addEventListener('click', act);
  return made;
};

/** Copies a text. Without TLS, where a page may not use the clipboard, selects the element `shown`. Returns which. */
export const copyOrSelect = async (text: string, shown: HTMLElement): Promise<string> => {
  const copying = navigator.clipboard?.writeText(text);
  if (await copying?.then(() => true).catch(() => false)) return 'Copied';
  getSelection()?.selectAllChildren(shown);
  return 'Selected';
};

/** A table that scrolls by itself if it is wider than the page. Its last `figures` columns are figures. */
export const table = (
  label: string,
  headings: readonly string[],
  rows: readonly (readonly Content[])[],
  figures = 0,
): HTMLElement => {
  const first = headings.length - figures;
  const heading = (text: string, index: number) =>
    element('th', {scope: 'col', ...(index >= first && {class: 'figure'})}, text);
  const cell = (content: Content, index: number) => {
    if (index >= first) return element('td', {class: 'figure'}, content);
    const text = element('span', content);
    return index === 0 ? element('th', {scope: 'row'}, text) : element('td', text);
  };
  return element(
    'div',
    {class: 'scrolled', role: 'region', 'aria-label': label, tabindex: '0'},
    element(
      'table',
      element('caption', label),
      element('thead', element('tr', headings.map(heading))),
      element('tbody', ...rows.map(row => element('tr', row.map(cell)))),
    ),
  );
};
