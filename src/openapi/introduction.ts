import {maxBatchBytes, maxPlates} from '#core/domain/identifiers.ts';
import {maxPageSize, maxResultWindow, maxSearchPageSize} from '#core/domain/pagination.ts';
import {maxChangedVehicles, maxChanges} from '#core/domain/release-changes.ts';
import {commonErrors, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {getVehicleByPlate} from '#src/api/vehicles/vehicle.ts';
import {exampleOf, exampleTarget} from './examples.ts';

const declared = new Set([...commonErrors, ...endpoints.flatMap(({errors}) => errors)]);

const errorTable = (): string =>
  [
    '| Status | Code | When |',
    '|---|---|---|',
    ...Object.values(errors)
      .toSorted((a, b) => a.status - b.status)
      .map(kind => {
        const anywhere = declared.has(kind) ? '' : ' Any request.';
        return `| ${kind.status} | \`${kind.code}\` | ${kind.title}${anywhere} |`;
      }),
  ].join('\n');

const firstTarget = (): string =>
  exampleTarget(getVehicleByPlate.path, exampleOf(getVehicleByPlate.operationId));

const reach = maxResultWindow.toLocaleString('en');

/** How to read a list to its end, in Markdown. */
export const pagingGuide = `\
\`page\` starts at 1, and \`totalPages\` is the number of pages: 0 for an empty list. Continue while \`page\` is
below \`totalPages\`. \`totalCount\` is exact, but only the first ${reach} results of a search can be
reached: split a larger search, for example by date of first registration. A vehicle without the value that you split
by is in no part, and many have no model year. Reference lists can be read to the end.

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
    if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
    const {data, metadata} = await response.json();
    items.push(...data);
    totalPages = metadata.totalPages;
  }
  return items;
};
\`\`\``;

/** The description of the API as a whole, in Markdown. */
export const introduction = (publicUrl: string): string => `\
Read-only lookups over the weekly public extract of the Danish motor register: vehicles by id, VIN or
registration number (plate), a vehicle search, statistics, what changed from week to week, whole releases
as files, and the lists that vehicles refer to.

The data is provided as-is. The service has no affiliation with the register authority.

## Keys

The operator of the service gives you a key. Every request must send it in the header \`X-Api-Key\`:

\`\`\`sh
curl -H "X-Api-Key: $KEY" ${publicUrl}${firstTarget()}
\`\`\`

## Responses

- All ids are strings. Every member is always present: an absent value is \`null\`, a list without items
  is \`[]\`. Members may be added to responses; ignore those you do not know.
- Every response carries \`X-Request-Id\`. Every GET endpoint also accepts HEAD and returns the headers
  alone, without length and coding if the body would be compressed.
- A response with an \`ETag\` can be revalidated with \`If-None-Match\`: as long as nothing has changed,
  the service returns 304 without a body.
- A request for a record that the vehicle does not have, such as a trailer's engine, returns 204 without a body.
- Paths are case-sensitive and have no trailing slash. A query parameter may be given once. Unknown parameters
  are ignored. With the header \`Prefer: handling=strict\` they return 400, so that a misspelt filter does not
  widen the search unnoticed, and so do unknown ids and empty ranges.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Branch on \`code\` and \`status\`, never on \`title\` or
\`detail\`, and handle an unknown code by its status: new codes can be added. \`type\` is the URL of a page
that explains the error and how to resolve it. With \`ValidationFailed\`, \`errors\` names the broken rules.

- 429: wait for the seconds in \`Retry-After\`.
- 500 and 503: retry after 1, 2, then 4 seconds, and stop after three retries. A 503 gives the seconds
  until a retry is worthwhile in \`Retry-After\`.
- Any other 4xx: do not retry; the same request fails again. Only a 404 can change, after an import.

${errorTable()}

Any request can return those that occur before routing: an unknown path, a method the path does not
accept (\`Allow\` lists those it does), a request that arrives too slowly, or one with more than 16 KB or
1,000 headers. A request that is not well-formed HTTP gets a 400 \`ValidationFailed\`, and one
in a version other than HTTP/1.1 or HTTP/1.0 gets a 505 \`HttpVersionNotSupported\`.

## Datasets and paging

${pagingGuide}

## Limits

| Limit | Value |
|---|---|
| Requests per minute and key | 60 unless the plan says otherwise; a batch counts as one |
| Requests per month and account | set by the plan |
| Plates in a batch | 1 to ${maxPlates}, in a body of at most ${maxBatchBytes / 1024} KB |
| Plates or vehicle ids in a request for changes | 1 to ${maxChangedVehicles} |
| Quota cost of a batch, and of changes by plate | 1 per distinct valid plate, 1 if none is valid |
| Length of a plate | 1 to 10 characters, without spaces and hyphens |
| \`pageSize\` | 1 to ${maxPageSize}; 1 to ${maxSearchPageSize} on the vehicle search, 1 to ${maxChanges} on changes |
| \`page\` × \`pageSize\` on the vehicle search | at most ${reach} |
`;
