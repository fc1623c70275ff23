import {readFile, writeFile} from 'node:fs/promises';
import {fieldsPage} from './fields-page.ts';
import {openApiFile} from './open-api-file.ts';
import {withTables} from './readme-tables.ts';

const readme = new URL('../../README.md', import.meta.url);

await writeFile(new URL('../fields.md', import.meta.url), fieldsPage());
await writeFile(new URL('../openapi.json', import.meta.url), openApiFile());
await writeFile(readme, withTables(await readFile(readme, 'utf8')));
