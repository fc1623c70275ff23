import {readFile, writeFile} from 'node:fs/promises';
import {fieldsPage} from './fields-page.ts';
import {generatedPages, withGenerated} from './generated.ts';
import {metricsPage} from './metrics-page.ts';
import {openApiFile} from './open-api-file.ts';

const docs = new URL('../', import.meta.url);

await writeFile(new URL('fields.md', docs), fieldsPage());
await writeFile(new URL('metrics.md', docs), await metricsPage());
await writeFile(new URL('openapi.json', docs), openApiFile());
if (process.argv.includes('--release')) {
  await writeFile(new URL('released/openapi.json', docs), openApiFile());
}
for (const name of generatedPages) {
  const page = new URL(name, docs);
  await writeFile(page, withGenerated(await readFile(page, 'utf8')));
}
