import {retry, shortRetry} from '../elasticsearch/retry.ts';
import {checkRejects} from '../gate/checks/rejects.ts';
import {letThrough} from '../gate/gate.ts';
import type {Extract} from '../input/open-extract.ts';
import {splitExtract} from '../workers/split-extract.ts';
import type {ImportOptions} from './import-extract.ts';
import {checkExtract, knownExtracts, refuseCurrent} from './known-extracts.ts';
import {readThrough} from './read-through.ts';
import {importReport} from './report.ts';
import {type ImportSummary, summaryOf} from './summary.ts';

/**
 * Reads an extract to its end and judges it as far as that goes without an index: nothing is written
 * anywhere. What only an index can tell is not judged: how many vehicles it has, of which kinds.
 *
 * Throws as a build does.
 */
export const dryRun = async (options: ImportOptions, extract: Extract): Promise<ImportSummary> => {
  const {client, indexPrefix, indexing, progress, force, limit, signal} = options;
  const since = performance.now();
  const policy = {maxMs: indexing.patienceMs, signal};
  // Asked before the reading, which takes long: an engine that is away is told at once.
  const known = await retry({...shortRetry, signal}, () => knownExtracts(client, indexPrefix));
  const report = importReport();
  const split = await splitExtract(extract, {limit});
  progress.phase('reading');
  try {
    await readThrough(
      {extract, split, report, progress, signal},
      {
        vehicles: async ({ends}) => ({created: ends.length, repeated: 0, refused: []}),
        references: async () => {},
      },
    );
  } finally {
    progress.ended(report.rejectReasons());
  }
  const counts = report.counts();
  const checks = [checkRejects(counts, indexing.gate.maxRejectsPercent)];
  if (limit === undefined) {
    const contentSha256 = extract.contentSha256();
    if (force === undefined) refuseCurrent(known, contentSha256);
    const judged = {extractedAt: extract.extractedAt, contentSha256};
    const judge = () => checkExtract(client, indexPrefix, judged, known);
    checks.push(...(await retry(policy, judge)));
  }
  letThrough(checks, force);
  return summaryOf(
    {outcome: 'dry-run', version: null, limit: limit ?? null, checks, counts, rejectsFile: null},
    since,
  );
};
