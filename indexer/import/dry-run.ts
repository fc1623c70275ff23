import {retry, shortRetry} from '../elasticsearch/retry.ts';
import {checkCompleteness} from '../gate/completeness.ts';
import {checkRejects} from '../gate/extract-checks.ts';
import {requirePassed} from '../gate/gate.ts';
import type {Extract} from '../input/open-extract.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {splitExtract} from '../workers/split-extract.ts';
import {readThrough} from './fill.ts';
import {checkExtract, knownExtracts} from './known-extracts.ts';
import type {ImportOptions} from './options.ts';
import {importReport} from './report.ts';
import type {ImportResult} from './summary.ts';

/**
 * Reads an extract to its end and checks it as far as that is possible without an index: the number
 * of vehicles and their kinds are not. Writes nothing anywhere. Throws as an import does.
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
  const split = await splitExtract(extract, limit);
  try {
    await readThrough(
      {extract, split, report, progress, signal},
      {
        vehicles: async ({ends}) => ({created: ends.length, repeated: 0, rejected: []}),
        references: async () => {},
      },
    );
  } finally {
    progress.ended(report.rejectReasons(), report.counts().unknownElements);
  }
  const counts = report.counts();
  const {maxRejectsPercent, minCompletenessPercent} = indexing.gate;
  const checks = [checkRejects(counts, maxRejectsPercent)];
  if (limit === undefined) {
    const reading = {completeness: report.completeness(), counts};
    checks.push(checkCompleteness(reading, known.live?.meta, minCompletenessPercent));
    const check = () => checkExtract(options, known, extract, extract.contentSha256());
    checks.push(...(await retry({maxMs: indexing.patienceMs, signal}, check)));
  }
  requirePassed(checks, force);
  const outcome = {outcome: 'dry-run', version: null, rejectsFile: null} as const;
  return {...outcome, limit: limit ?? null, checks, ...counts};
};
