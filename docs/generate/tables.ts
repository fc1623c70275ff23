import {z} from 'zod';
import {
  elasticsearchVariables,
  exportVariables,
  keyVariables,
  publicUrlVariable,
} from '#core/config/engines.ts';
import {tracingVariables} from '#core/config/tracing.ts';
import {type TestCase, testCases} from '#core/domain/test-cases.ts';
import {changeKinds} from '#core/domain/vehicle-changes.ts';
import {type MetricValues, ownMetrics} from '#core/metrics.ts';
import {commonErrors, dataErrors, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {apiVariables} from '#src/config.ts';
import type {ProblemKind} from '#src/http/problem.ts';
import {pagingGuide} from '#src/openapi/introduction.ts';
import {readinessMetrics} from '#src/ops/readiness.ts';
import {factTable} from '#src/ops/service-facts.ts';
import {indexerVariables} from '../../indexer/config.ts';
import {kibanaVariables} from '../../kibana/config.ts';
import {webhookVariables} from '../../webhooks/config.ts';

export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Stated once above the table instead of in almost every row. */
const usual: ReadonlySet<ProblemKind> = new Set([errors.ValidationFailed, ...dataErrors]);

const endpointTable = (): string =>
  table(
    ['Method', 'Path', 'Summary', 'Its own problems'],
    endpoints.map(({method = 'GET', path, summary, errors: own}) => [
      method,
      `\`${path}\``,
      summary,
      own
        .filter(kind => !usual.has(kind))
        .map(({status, code}) => `${status} \`${code}\``)
        .join(', '),
    ]),
  );

const errorTable = (): string =>
  table(
    ['Status', 'Code', 'When'],
    Object.values(errors).map(kind => [
      String(kind.status),
      `\`${kind.code}\``,
      `${kind.title}${commonErrors.includes(kind) ? ' Any endpoint.' : ''}`,
    ]),
  );

const ruleTable = (): string =>
  table(
    ['Rule', 'Example of its message'],
    Object.entries(rules).map(([rule, {example}]) => [`\`${rule}\``, example]),
  );

const kindTable = (): string =>
  table(
    ['Kind', 'Meaning'],
    Object.entries(changeKinds).map(([kind, {description}]) => [`\`${kind}\``, description]),
  );

type Variables = Readonly<Record<string, z.ZodType>>;

type Group = {readonly title: string; readonly readers: readonly string[]; readonly of: Variables};

const own = (tool: string, of: Variables): Group => ({title: tool, readers: [tool], of});

const api = 'The API';
const indexer = 'The indexer';
const sender = 'The sender of webhooks';
const loader = 'The dashboard loader';
const admin = 'The admin tool';

/** The variables of each tool, then those that several tools read, by subject. */
const variableGroups: readonly Group[] = [
  own(api, apiVariables),
  own(indexer, indexerVariables),
  own(sender, webhookVariables),
  own(loader, kibanaVariables),
  {title: 'Elasticsearch', readers: [api, indexer, sender, loader], of: elasticsearchVariables},
  {title: 'Redis and keys', readers: [api, admin, sender], of: keyVariables},
  {title: 'Exports', readers: [api, indexer], of: exportVariables},
  {title: 'The public address', readers: [api, sender], of: publicUrlVariable},
  {title: 'Tracing', readers: [api, indexer], of: tracingVariables},
];

export const variables: Variables = Object.assign({}, ...variableGroups.map(({of}) => of));

const variableTable = (of: Variables): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    Object.entries(of).map(([name, schema]) => {
      const value = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : '';
      const {description, file} = schema.meta() ?? {};
      const names = file === true ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
      return [names, value && `\`${value}\``, String(description)];
    }),
  );

const linkTo = ({title}: Group): string =>
  `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;

const configurationTables = (): string => {
  const groupsOf = (tool: string) => variableGroups.filter(({readers}) => readers.includes(tool));
  const tools = new Set(variableGroups.flatMap(({readers}) => readers));
  return [
    table(
      ['Tool', 'Reads the variables under'],
      [...tools].map(tool => [tool, groupsOf(tool).map(linkTo).join(', ')]),
    ),
    ...variableGroups.map(({title, of}) => `## ${title}\n\n${variableTable(of)}`),
  ].join('\n\n');
};

const testAnswer = ({answer, without, failsTwice}: TestCase): string => {
  if (failsTwice) return `${errors[failsTwice].status} \`${failsTwice}\` twice, then 200`;
  if (answer !== 'vehicle' && answer !== 'late') return `${errors[answer].status} \`${answer}\``;
  return ['200', ...without.map(record => `204 \`/${record}\``)].join(', ');
};

const testCaseTable = (): string =>
  table(
    ['Plate', 'VIN', 'Id', 'Answer', 'What it is'],
    testCases.map(testCase => {
      const {plate, vin, id, about} = testCase;
      const keys = [plate, vin, id].map(key => (key === undefined ? '' : `\`${key}\``));
      return [...keys, testAnswer(testCase), about];
    }),
  );

const metricRows = (metrics: MetricValues) =>
  metrics.map(({name, type, help}) => [`\`${name}\``, String(type), help]);

const counted = metricRows(await ownMetrics());
const readiness = metricRows(await readinessMetrics({status: 'ready', checks: {}}));

/** All metrics except those of the process itself. */
const metricTable = (): string => {
  const facts = Object.entries(factTable).map(([name, [help]]) => [`\`${name}\``, 'gauge', help]);
  return table(['Metric', 'Type', 'Meaning'], [...counted, ...facts, ...readiness]);
};

export const tables = {
  endpoints: endpointTable,
  errors: errorTable,
  rules: ruleTable,
  changeKinds: kindTable,
  configuration: configurationTables,
  testCases: testCaseTable,
  metrics: metricTable,
  paging: () => pagingGuide,
};
