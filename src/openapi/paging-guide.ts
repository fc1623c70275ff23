import {maxResultWindow} from '#core/domain/pagination.ts';

const reach = maxResultWindow.toLocaleString('en');

/** How to read a list to its end, in Markdown. */
export const pagingGuide = `\
\`page\` starts at 1, and \`totalPages\` says how many there are: 0 for an empty list. Read on while \`page\` is
below \`totalPages\`. \`totalCount\` is exact, but only the first ${reach} results of a search can be
reached: split one that has more, for example by model year. Reference lists can be read to their end.

The data changes as a whole when a new extract is imported, about once a week. \`X-Dataset-Version\` names
the dataset that a response comes from: if it changes between two pages, start over.

\`\`\`js
// All items of a list, from one dataset. \`list\` is like '<server>/v1/vehicles?makeId=10043&sortBy=id'.
export const readAll = async (list, key) => {
  const items = [];
  let dataset;
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const url = new URL(list);
    url.searchParams.set('page', page);
    const response = await fetch(url, {headers: {'X-Api-Key': key}});
    const version = response.headers.get('X-Dataset-Version');
    dataset ??= version;
    if (version !== null && version !== dataset) return await readAll(list, key);
    const {data, metadata, code, detail} = await response.json();
    if (!response.ok) throw new Error(\`\${response.status} \${code}: \${detail}\`);
    items.push(...data);
    totalPages = metadata.totalPages;
  }
  return items;
};
\`\`\``;
