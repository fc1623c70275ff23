import type {BuildLog} from '../build-log/build-log.ts';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import {letThrough} from '../gate/gate.ts';
import {prune} from '../generation/prune.ts';
import type {Extract} from '../input/open-extract.ts';
import type {BuildLock} from '../lock/take-lock.ts';
import {combine} from '../progress/combine.ts';
import {buildGeneration} from './build-generation.ts';
import {contentIfKnown} from './content-if-known.ts';
import type {ImportOptions} from './import-extract.ts';
import {checkExtract, type KnownExtracts, knownExtracts, refuseCurrent} from './known-extracts.ts';
import {type ImportSummary, summaryOf} from './summary.ts';

type Run = ImportOptions & {
  readonly extract: Extract;
  readonly lock: BuildLock;
  readonly record: BuildLog;
};

const retryPolicyOf = ({indexing, signal}: Run): RetryPolicy => ({
  maxMs: indexing.patienceMs,
  signal,
});

/** What can be said of the extract before it is read is said before anything is built. */
const judgeBefore = async (run: Run, known: KnownExtracts): Promise<void> => {
  const {client, indexPrefix, file, extract} = run;
  const contentSha256 = await contentIfKnown(file, extract, known, run);
  if (contentSha256 !== undefined) refuseCurrent(known, contentSha256);
  const {extractedAt} = extract;
  const judged = {extractedAt, contentSha256};
  const judge = () => checkExtract(client, indexPrefix, judged, known);
  letThrough(await retry(retryPolicyOf(run), judge));
};

/** The new generation is live by now, whatever becomes of the old ones. */
const tidy = async ({client, indexPrefix, indexing, record, say}: Run): Promise<void> => {
  try {
    const pruned = await prune(client, indexPrefix, indexing.generationsKept);
    for (const {version} of pruned) {
      record.write({event: 'pruned', generation: version});
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Older generations stay until the next import: ${reason}`);
  }
};

/** One build under the lock: judge, build, put live or hold, tidy up. */
export const runBuild = async (run: Run): Promise<ImportSummary> => {
  const {client, indexPrefix, force, limit, record} = run;
  const since = performance.now();
  const policy = retryPolicyOf(run);
  const known = await retry(policy, () => knownExtracts(client, indexPrefix));
  // Who is let through whatever is found, or judged by nothing, need not be read for it.
  if (limit === undefined && force === undefined) await judgeBefore(run, known);
  const promote = run.promote !== false && limit === undefined;
  const {importedAt, ...built} = await buildGeneration({
    ...run,
    known,
    force,
    limit,
    promote,
    progress: combine(run.progress, record.progress),
    policy,
  });
  if (importedAt === null) {
    record.ended('held');
    return summaryOf({...built, outcome: 'held', limit: limit ?? null}, since);
  }
  await tidy(run);
  record.ended('promoted', {
    generation: built.version,
    importedAt,
    ...(known.live && {previous: known.live.version}),
  });
  return summaryOf({...built, outcome: 'promoted', limit: null}, since);
};
