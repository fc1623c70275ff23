import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {sampleRecords} from '#sample/sample-records.ts';
import {arbitraryRecord} from '../read/arbitrary-record.ts';
import {headOf, registerHead} from '../read/register-xml.ts';
import {digestOf, madeOf} from './made-of.ts';

/** Where the golden files are. */
export const golden = new URL('../../fixtures/golden/', import.meta.url);

export const fixtures = ['sample-dmr', 'register-quirks'] as const;

/** What is made of the records of a fixture. */
export const madeOfFixture = async (name: (typeof fixtures)[number]): Promise<string> => {
  const content = readFileSync(new URL(`../${name}.xml`, golden));
  const head = await headOf(content);
  const list = content.subarray(head.length, content.lastIndexOf('</ns:StatistikSamling>'));
  return madeOf(head)(list);
};

/** Digests of what is made of records, a thousand at a time, so that a difference is soon found. */
const digestsOf = (records: readonly string[]): readonly string[] => {
  const make = madeOf(registerHead);
  return Array.from({length: Math.ceil(records.length / 1_000)}, (_, at) =>
    digestOf(make(records.slice(at * 1_000, (at + 1) * 1_000).join(''))),
  );
};

const seed = 20_261_125;

const vehicles = 100_000;

const withId = ({xml}: {readonly xml: string}, id: number): string =>
  xml.replace('<ns:Statistik>', `<ns:Statistik><ns:KoeretoejIdent>${id}</ns:KoeretoejIdent>`);

/** Digests of what is made of the first of the records of generated vehicles, and of whatever else a record can hold. */
export const generated = {
  vehicles: (records = Number.POSITIVE_INFINITY) =>
    digestsOf([...sampleRecords({vehicles, seed}).take(records)]),
  oddRecords: () => digestsOf(fc.sample(arbitraryRecord, {seed, numRuns: 3_000}).map(withId)),
};
