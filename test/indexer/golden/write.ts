import {writeFileSync} from 'node:fs';
import {fixtures, generated, golden, madeOfFixture} from './golden.ts';

// Writes the golden files anew: only where what an import stores is meant to change.
for (const name of fixtures) {
  writeFileSync(new URL(`${name}.ndjson`, golden), await madeOfFixture(name));
}
const digests = {
  vehicles: generated.vehicles(),
  oddRecords: generated.oddRecords(),
};
writeFileSync(new URL('generated.json', golden), `${JSON.stringify(digests, undefined, 2)}\n`);
