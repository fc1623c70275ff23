import {z} from 'zod';
import {Environment} from '#core/config/config.ts';
import {commonErrors, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const endpointTable = (): string =>
  table(
    ['Method', 'Path', 'Answers', 'Problems of its own'],
    endpoints.map(({method = 'GET', path, summary, errors: own}) => [
      method,
      `\`${path}\``,
      summary,
      own.map(({status, code}) => `${status} \`${code}\``).join(', '),
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
    [
      ['`PageOutOfRange`', rules.PageOutOfRange(7)],
      ['`PageSizeOutOfRange`', rules.PageSizeOutOfRange(20)],
      ['`SortByInvalid`', rules.SortByInvalid()],
      ['`SearchTooDeep`', rules.SearchTooDeep()],
      ['`RegistrationNumberInvalid`', rules.RegistrationNumberInvalid()],
      ['`Plates`', rules.Plates('count')],
    ],
  );

const configurationTable = (): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    Object.entries(Environment.shape).map(([name, schema]) => {
      const value = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : '';
      return [`\`${name}\``, value && `\`${value}\``, String(schema.meta()?.['description'])];
    }),
  );

const tables: Readonly<Record<string, () => string>> = {
  endpoints: endpointTable,
  errors: errorTable,
  rules: ruleTable,
  configuration: configurationTable,
};

/** The README with each `<!-- table: name -->` … `<!-- end -->` filled from the declarations. */
export const withTables = (readme: string): string =>
  readme.replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const write = tables[name];
      if (!write) throw new Error(`The README asks for a table that does not exist: ${name}.`);
      return `${start}\n${write()}\n\n${end}`;
    },
  );
