import {readFileSync, writeFileSync} from 'node:fs';
import {documentVersion} from '#mappings/vehicle-document.ts';
import {digestOf, fixtures, generated, golden, madeOfFixture} from './golden.ts';

// Writes the golden files anew: only where what an import stores is meant to change.
const files: Record<string, string> = {};
for (const name of fixtures) files[`${name}.ndjson`] = await madeOfFixture(name);
const digests = {vehicles: generated.vehicles(), oddRecords: generated.oddRecords()};
files['generated.json'] = `${JSON.stringify(digests, undefined, 2)}\n`;

const version = {documentVersion, digest: digestOf(Object.values(files))};
const path = new URL('version.json', golden);
const before: typeof version = JSON.parse(readFileSync(path, 'utf8'));
if (before.documentVersion === documentVersion && before.digest !== version.digest) {
  throw new Error(
    'Documents have changed: increment documentVersion in mappings/vehicle-document.ts, then write them again.',
  );
}
files['version.json'] = `${JSON.stringify(version, undefined, 2)}\n`;
for (const [name, content] of Object.entries(files)) writeFileSync(new URL(name, golden), content);
