import {errors, neverRetried} from '#src/api/errors.ts';
import {rules} from '#src/api/rules.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import type {Description, Member, NamedSchema, Operation, Reply} from './reference/description.ts';
import {samplesOf} from './reference/samples.ts';

const markdown = (path: string, lines: readonly string[]): StaticDocument => ({
  path,
  contentType: 'text/markdown; charset=utf-8',
  body: `${lines.join('\n')}\n`,
});

const memberLine = ({name, type, description, example}: Member): string =>
  `- \`${name}\` (${type}): ${description}${example === undefined ? '' : ` Example: \`${example}\``}`;

const replyLine = ({status, description, type}: Reply): string =>
  `- ${status}${type === undefined ? '' : ` ${type}`}: ${description.replaceAll('\n\n', ' ')}`;

/** Whether all operations have the reply. */
const isCommon = ({operations}: Description, {status, description}: Reply): boolean =>
  operations.every(({replies}) =>
    replies.some(other => other.status === status && other.description === description),
  );

const commonReplies = (description: Description): readonly Reply[] =>
  description.operations[0]?.replies.filter(reply => isCommon(description, reply)) ?? [];

const operationLines = (description: Description, operation: Operation): readonly string[] => {
  const {method, path, summary, description: about, parameters, body, replies} = operation;
  const [curl] = samplesOf(description, operation);
  return [
    `### ${method} ${path}`,
    '',
    `${summary} ${about}`.trim(),
    '',
    ...['```sh', curl?.code ?? '', '```', ''],
    ...parameters.filter(({in: place}) => place !== 'header').map(memberLine),
    ...(body ? [`- body: ${body.type}. ${body.description}`] : []),
    ...replies.filter(reply => !isCommon(description, reply)).map(replyLine),
    '',
  ];
};

const schemaLines = ({name, description, members}: NamedSchema): readonly string[] => [
  `### ${name}`,
  '',
  description,
  '',
  ...members.map(memberLine),
  '',
];

const reference = (description: Description): StaticDocument =>
  markdown('/docs.md', [
    `# ${description.title}`,
    '',
    description.guide,
    '## Operations',
    '',
    'Every operation can also return:',
    '',
    ...commonReplies(description).map(replyLine),
    '',
    ...description.operations.flatMap(operation => operationLines(description, operation)),
    '## Schemas',
    '',
    ...description.schemas.flatMap(schemaLines),
  ]);

const problems = markdown('/problems.md', [
  '# Problems',
  '',
  ...Object.values(errors).flatMap(
    ({code, status, title, happened, remedies, retry = neverRetried}) => [
      `## ${status} ${code}`,
      '',
      `${title} ${happened}`,
      '',
      ...remedies.map(remedy => `- ${remedy}`),
      `- Retry: ${retry}`,
      '',
    ],
  ),
  '## The rules of ValidationFailed',
  '',
  ...Object.entries(rules).map(([rule, {when}]) => `- \`${rule}\`: ${when}`),
]);

/** https://llmstxt.org */
const llms = ({title, server}: Description): StaticDocument => ({
  path: '/llms.txt',
  contentType: 'text/plain; charset=utf-8',
  body: `# ${title}

> Read-only lookups over the weekly public extract of the Danish motor register, as JSON over HTTP: vehicles by id, VIN
> or registration number (plate), singly or 500 at once, a search with filters, statistics, and the lists that vehicles
> refer to.
> Every call of the API needs a key in the header X-Api-Key; these documents need none.

- [Guide and reference](${server}/docs.md): keys, paging, errors, limits, every operation with its parameters and
  responses, every member of a vehicle
- [Problems](${server}/problems.md): what each error code means, what to do about it, and whether to retry
- [Interface description](${server}/openapi.json): OpenAPI 3.1
- [Explorer](${server}/explore): a page for people to look vehicles up and see statistics as charts
- [Releases](${server}/releases): a page for people on what each release of the dataset changed
`,
});

/** The site's content as text for tools. */
export const markdownDocuments = (description: Description): readonly StaticDocument[] => [
  reference(description),
  problems,
  llms(description),
];
