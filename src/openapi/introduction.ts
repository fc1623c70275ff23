import {commonErrors, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {getVehicleByPlate} from '#src/api/vehicles/vehicle.ts';
import {exampleOf, exampleTarget} from './example.ts';

const declared = new Set([...commonErrors, ...endpoints.flatMap(({errors}) => errors)]);

const errorTable = (): string =>
  [
    '| Status | Code | When |',
    '|---|---|---|',
    ...Object.values(errors).map(kind => {
      const anywhere = declared.has(kind) ? '' : ' Belongs to no operation.';
      return `| ${kind.status} | \`${kind.code}\` | ${kind.title}${anywhere} |`;
    }),
  ].join('\n');

const firstTarget = (): string =>
  exampleTarget(getVehicleByPlate.path, exampleOf(getVehicleByPlate.operationId));

/** What a newcomer has to know before the first request. */
export const introduction = (publicUrl: string): string => `\
Read-only lookups over the weekly public extract of the Danish motor register: vehicles by id, VIN or
registration number (plate), a search, and the lists that vehicles refer to. The data is provided as it
is; there is no affiliation with the register authority.

## Keys

Every request carries your key in the header \`X-Api-Key\`:

\`\`\`sh
curl -H "X-Api-Key: $KEY" ${publicUrl}${firstTarget()}
\`\`\`

## Answers

- All ids are strings. Every member is always present: what is absent is \`null\`, a list without items
  is \`[]\`. Answers may have more members one day; ignore those you do not know.
- Every answer carries \`X-Request-Id\`. Every GET can also be a HEAD: the headers without the body,
  and without length and coding where the body would be compressed.
- An answer with an \`ETag\` can be asked for again with \`If-None-Match\`: as long as nothing has changed
  you are answered 304, without a body.
- Paths are case-sensitive and have no slash at the end. Query parameters that are not listed are
  ignored; a listed one can be given once.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Branch on \`code\` and \`status\`, never on \`title\` or
\`detail\`, and handle an unknown code by its status: new ones can be added. \`type\` leads to a page that
says what happened and what to do. With \`ValidationFailed\`, \`errors\` names the rules that are broken.

- 429: wait the seconds that \`Retry-After\` says.
- 500 and 503: try again after 1, 2, then 4 seconds, and stop after three tries. A 503 says in
  \`Retry-After\` when it is worth it.
- Any other 4xx: the same request gets the same answer. Only a 404 may change after a later import.

${errorTable()}

Those that belong to no operation are met before one is found: an unknown path, a method the path does
not accept (\`Allow\` lists those it does), a request that arrives too slowly, or whose headers exceed 16 KB
or are more than 1,000. A request that is not well-formed HTTP is a 400 \`ValidationFailed\`.

## Datasets and paging

The data changes as a whole when a new extract is imported, about once a week. \`X-Dataset-Version\` names
the import that an answer comes from. To read all pages of one dataset, read \`importedAt\` from
\`GET /v1/dataset\`, ask for pages until \`page\` equals \`totalPages\`, read \`importedAt\` again, and start
over if it changed.

## Limits

| Limit | Value |
|---|---|
| Requests per minute and key | 60 unless the plan says more, a batch is one |
| Requests per month | what the plan says |
| Plates in a batch | 1 to 500, in a body of at most 64 KB |
| What a batch costs of the month | 1 per distinct valid plate, 1 if none is valid |
| Length of a plate | 1 to 10 characters, without spaces and hyphens |
| \`pageSize\` | 1 to 50, on the vehicle search 1 to 20 |
| \`page\` × \`pageSize\` on the vehicle search | at most 10,000 |
`;
