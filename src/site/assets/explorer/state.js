/*
 * What the page shows is in the fragment of its URL: the part, and behind `?` the query of its call. The fragment is
 * never sent, so that opening a link tells nobody which vehicle it is about.
 */

/** A query that can be read: a comma and a colon may stand in one as they are. */
export const queryText = query => `${query}`.replaceAll('%2C', ',').replaceAll('%3A', ':');

export const hashOf = (part, query) => `#${part}?${queryText(query)}`;

/** The part and the query in the URL of the page; without a query nothing is asked yet. */
export const readState = () => {
  const [, part, query] = /^#(\w*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {part, query: query === undefined ? undefined : new URLSearchParams(query)};
};

/** The fields of a form that are filled in, as a query. */
export const withValues = fields => {
  const query = new URLSearchParams();
  for (const {name, value} of fields) if (value.trim() !== '') query.set(name, value.trim());
  return query;
};
