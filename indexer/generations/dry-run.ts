import {ExtractRefused} from '../read/extract-refused.ts';
import type {Extract} from '../read/open-extract.ts';
import {splitExtract} from '../read/split-extract.ts';
import {readThrough} from '../write/fill.ts';
import type {Progress} from '../write/import-progress.ts';
import {importReport} from '../write/import-report.ts';
import {retry, shortRetry} from '../write/retry.ts';
import {type Check, requirePassed} from './check.ts';
import {nothingBuilt} from './fill-candidate.ts';
import {checkNumbers, judge, numberChecks} from './gate.ts';
import {type Comparing, checkExtract, knownExtracts} from './known-extracts.ts';
import {sightedEntries} from './population.ts';

type Options = Comparing & {
  readonly indexing: {readonly patienceMs: number};
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/**
 * Reads an extract to its end and checks it as far as that is possible without an index: without one,
 * vehicles that are repeated are not known again, so the numbers are judged as upper bounds, and the
 * shares of kinds are not. Writes nothing anywhere. Throws as an import does.
 */
export const dryRun = async (options: Options, extract: Extract | ExtractRefused) => {
  if (extract instanceof ExtractRefused) throw extract;
  const {indexing, progress, force, limit, signal} = options;
  const {gate, patienceMs: maxMs} = indexing;
  // Before the reading, which takes long: an unreachable Elasticsearch is reported at once.
  const known = await retry({...shortRetry, signal}, () => knownExtracts(options));
  const report = importReport();
  const sighted = sightedEntries();
  const split = await splitExtract(extract, limit);
  try {
    await readThrough(
      {extract, split, report, progress, signal},
      {
        vehicles: async () => ({repeated: 0, rejected: []}),
        references: async sightings => sighted.add(sightings),
      },
    );
  } finally {
    progress.ended(report.rejectReasons(), report.summary().unknownElements);
  }
  const counts = report.summary();
  const checkAll = async (): Promise<readonly Check[]> => {
    const population = sighted.population(counts.vehicles);
    const read = {counts, completeness: report.completeness(), population};
    return [
      ...(await checkNumbers(options, read, known.live, gate)),
      ...(await checkExtract(options, known, extract, extract.contentId())),
    ];
  };
  const checks =
    limit === undefined
      ? await retry({maxMs, signal}, checkAll)
      : judge({rejects: numberChecks.rejects}, {counts, limits: gate});
  requirePassed(checks, force);
  const nothing = {outcome: 'dry-run', version: null, rejectsFile: null, ...nothingBuilt} as const;
  return {...nothing, limit: limit ?? null, checks, ...counts};
};
