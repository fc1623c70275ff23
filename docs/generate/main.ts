import {readFile, writeFile} from 'node:fs/promises';
import {openApiDocument} from '#src/openapi/document.ts';
import {roles} from '../../doctor/roles.ts';
import {fieldTables} from './field-tables.ts';
import {pictures} from './pictures.ts';
import {tables} from './tables.ts';

const parts = new Map(Object.entries({...tables, ...pictures, fields: fieldTables}));

/** A page with the text between `<!-- generated: name -->` and `<!-- end -->` generated from the declarations. */
const withGenerated = (page: string): string =>
  page.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const write = parts.get(name);
      if (!write) throw new Error(`There is no table or picture ${name}.`);
      return `${start}\n${write()}\n\n${end}`;
    },
  );

const jsonFile = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** `docs/openapi.json`: the interface description of an API without `PUBLIC_URL`. */
export const openApiFile = (): string => jsonFile(openApiDocument('http://localhost:8080'));

/** `deploy/elasticsearch/<login>.json`: the role of a login, for indices without `INDEX_PREFIX`. */
const roleFiles = Object.fromEntries(
  Object.entries(roles('')).map(([login, role]) => [
    `../deploy/elasticsearch/${login}.json`,
    () => jsonFile(role),
  ]),
);

const pages = ['api', 'architecture', 'configuration', 'fields', 'metrics', 'test-environment'];

/** The files generated in whole or in part, by their path from `docs/`: functions of their current text. */
export const generated: Readonly<Record<string, (before: string) => string>> = {
  'openapi.json': openApiFile,
  ...Object.fromEntries(pages.map(name => [`${name}.md`, withGenerated])),
  ...roleFiles,
};

if (import.meta.main) {
  const docs = new URL('../', import.meta.url);
  for (const [name, write] of Object.entries(generated)) {
    const file = new URL(name, docs);
    await writeFile(file, write(await readFile(file, 'utf8')));
  }
  if (process.argv.includes('--release')) {
    await writeFile(new URL('released/openapi.json', docs), openApiFile());
  }
}
