const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};

/** An element of the page. Strings among its children stay text, whatever is in them. */
export const element = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);

/** An element of a drawing. */
export const shape = (name, attributes = {}, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** A table that is scrolled by itself where it is wider than the page. Its last columns can be figures. */
export const table = (label, headings, rows, figures = 0) => {
  const first = headings.length - figures;
  const classAt = index => (index >= first ? 'figure' : undefined);
  const heading = (text, index) => element('th', {scope: 'col', class: classAt(index)}, text);
  const cell = (content, index) =>
    index === 0
      ? element('th', {scope: 'row'}, content)
      : element('td', {class: classAt(index)}, content);
  return element(
    'div',
    {class: 'scrolled', role: 'region', 'aria-label': label, tabindex: '0'},
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...headings.map(heading))),
      element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell)))),
    ),
  );
};
