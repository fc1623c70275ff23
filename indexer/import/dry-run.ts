import {parseReferenceKey, type ReferenceList} from '#mappings/reference-document.ts';
import type {ReferenceSightings} from '../document/references.ts';
import type {Check} from '../generations/check.ts';
import {checkRejects} from '../generations/extract-checks.ts';
import {checkReading, requirePassed} from '../generations/gate.ts';
import type {Population} from '../generations/population.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import type {Extract} from '../read/open-extract.ts';
import {splitExtract} from '../read/split-extract.ts';
import {retry, shortRetry} from '../write/retry.ts';
import {readThrough} from './fill.ts';
import {checkExtract, knownExtracts} from './known-extracts.ts';
import type {ImportOptions} from './options.ts';
import {importReport} from './report.ts';
import type {ImportResult} from './summary.ts';

/** Counts each reference entry as often as it is sighted. */
const sightedEntries = () => {
  const entries = new Map<ReferenceList, number>();
  const kindNames = new Map<string, string>();
  return {
    add: (sightings: ReferenceSightings): void => {
      for (const [key, {name}] of sightings) {
        const {list, id} = parseReferenceKey(key);
        entries.set(list, (entries.get(list) ?? 0) + 1);
        if (list === 'kinds') kindNames.set(id, name);
      }
    },
    /** The most that the extract can have, of so many vehicles at most. */
    population: (vehicles: number): Population => {
      const kinds = new Map(kindNames.keys().map(id => [id, vehicles]));
      return {isUpperBound: true, vehicles, kinds, kindNames, entries};
    },
  };
};

/**
 * Reads an extract to its end and checks it as far as that is possible without an index: without one,
 * vehicles that are repeated are not known again, so the numbers are judged as upper bounds, and the
 * shares of kinds are not. Writes nothing anywhere. Throws as an import does.
 */
export const dryRun = async (
  options: ImportOptions,
  extract: Extract | ExtractRefused,
): Promise<ImportResult> => {
  if (extract instanceof ExtractRefused) throw extract;
  const {indexing, progress, force, limit, signal} = options;
  // Before the reading, which takes long: an unreachable Elasticsearch is reported at once.
  const known = await retry({...shortRetry, signal}, () => knownExtracts(options));
  const report = importReport();
  const sighted = sightedEntries();
  const split = await splitExtract(extract, limit);
  try {
    await readThrough(
      {extract, split, report, progress, signal},
      {
        vehicles: async ({ends}) => ({created: ends.length, repeated: 0, rejected: []}),
        references: async sightings => sighted.add(sightings),
      },
    );
  } finally {
    progress.ended(report.rejectReasons(), report.counts().unknownElements);
  }
  const counts = report.counts();
  const {gate} = indexing;
  const judge = async (): Promise<readonly Check[]> => {
    const candidate = sighted.population(counts.vehicles);
    const reading = {counts, completeness: report.completeness(), candidate};
    return [
      ...(await checkReading(options, reading, known.live, gate)),
      ...(await checkExtract(options, known, extract, extract.contentSha256())),
    ];
  };
  const checks =
    limit === undefined
      ? await retry({maxMs: indexing.patienceMs, signal}, judge)
      : [checkRejects(counts, gate.maxRejectsPercent)];
  requirePassed(checks, force);
  const outcome = {outcome: 'dry-run', version: null, rejectsFile: null} as const;
  return {...outcome, limit: limit ?? null, checks, ...counts};
};
