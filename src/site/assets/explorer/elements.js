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

const isFigure = /^[\d,.]+%?$/;

/** A table that is scrolled by itself where it is wider than the page. */
export const table = (label, headings, rows) =>
  element(
    'div',
    {class: 'scrolled', role: 'region', 'aria-label': label, tabindex: '0'},
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element('tr', {}, ...headings.map(heading => element('th', {scope: 'col'}, heading))),
      ),
      element(
        'tbody',
        {},
        ...rows.map(([first, ...cells]) =>
          element(
            'tr',
            {},
            element('th', {scope: 'row'}, first),
            ...cells.map(cell =>
              element('td', {class: isFigure.test(cell) ? 'figure' : undefined}, cell),
            ),
          ),
        ),
      ),
    ),
  );
