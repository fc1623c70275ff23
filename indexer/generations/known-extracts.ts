import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {toVersion} from '#mappings/generation.ts';
import packageJson from '../../package.json' with {type: 'json'};
import type {Extract} from '../read/open-extract.ts';
import type {Indices} from '../write/indices.ts';
import {type RetryPolicy, retry, shortRetry} from '../write/retry.ts';
import {type Check, GateRefused, refusalOf, requirePassed} from './check.ts';
import {extractChecks, type GateLimits, judge} from './gate.ts';
import {createStateIndex, instant, stateHits, stateIndex} from './indexer-state.ts';
import {promotedVersions} from './logged-builds.ts';
import {
  liveGeneration,
  obstacle,
  requireOpen,
  type StoredGeneration,
  storedGenerations,
} from './stored-generations.ts';
import {withdrawnGenerations} from './withdrawals.ts';

/** The extract is the live one: there is nothing to import. */
export class AlreadyCurrent extends Error {
  override readonly name = 'AlreadyCurrent';
  readonly version: string;

  constructor(version: string) {
    super(`${version} holds the same extract and is live.`);
    this.version = version;
  }
}

export type RefusedExtract = z.output<typeof RefusedExtract>;

/**
 * A document `refused-extract-<contentId>`: an extract that was read to its end and refused. It is
 * refused again unread while `judgedBy` is what it would be judged by.
 */
export const RefusedExtract = z.strictObject({
  kind: z.literal('refused-extract'),
  contentId: z.string(),
  at: instant,
  refusal: z.strictObject({
    /** As in the build log. */
    reason: z.string(),
    /** For the operator. */
    message: z.string(),
    checks: z.array(z.custom<Check>()).readonly(),
    judgedBy: z.record(z.string(), z.unknown()),
  }),
});

/**
 * Reads what is live, and what was taken out of service or refused. A refusal of another release says
 * nothing. Throws `AliasesDisagree`, and `LiveIndexClosed`.
 */
export const knownExtracts = async (indices: Indices) => {
  const generation = await liveGeneration(indices);
  const stored = await storedGenerations(indices);
  const live = generation && stored.find(({version}) => version === toVersion(generation));
  if (live) requireOpen(live);
  const withdrawals = await withdrawnGenerations(indices);
  const hits = await stateHits(indices, 'refused-extract');
  const refused = hits.flatMap(({_source}) => RefusedExtract.safeParse(_source).data ?? []);
  return {live, stored, withdrawals, refused};
};

/** The extracts that a new one is compared with. */
export type KnownExtracts = Awaited<ReturnType<typeof knownExtracts>>;

/**
 * The checks that need no index: is the extract older than what is live, and was it rolled back. While
 * its content is not known, its time alone is checked.
 *
 * @throws {AlreadyCurrent} when the live generation has the vehicles of this very content and this release
 * can serve it, unless forced.
 */
export const checkExtract = async (
  {force, ...indices}: Indices & {readonly force?: string | undefined},
  {live, stored, withdrawals}: KnownExtracts,
  {extractedAt, statedDigest}: Pick<Extract, 'extractedAt' | 'statedDigest'>,
  contentId: string | undefined,
  digest = statedDigest,
): Promise<readonly Check[]> => {
  // Vehicles that are live were not taken out of service, even if another generation with the same ones was.
  const refusable = digest === live?.meta?.digest ? undefined : digest;
  const figures = {extractedAt, contentId, digest: refusable, live, withdrawals};
  if (contentId === undefined) return judge(extractChecks, figures);
  const withdrawn = withdrawals.map(({version}) => version);
  // An export over its own release has the vehicles of the extract, and a content of its own.
  const isSame = stored.some(
    ({version, meta}) =>
      meta?.contentId === contentId &&
      meta.digest === live?.meta?.digest &&
      !withdrawn.includes(version),
  );
  if (live && isSame && !obstacle(live) && force === undefined) {
    throw new AlreadyCurrent(live.version);
  }
  const versions = await promotedVersions(indices, contentId);
  const liveBefore = versions.find(each => each !== live?.version && !withdrawn.includes(each));
  return judge(extractChecks, {...figures, liveBefore});
};

/** The parts of an import that its comparison needs. */
export type Comparing = Indices & {
  readonly indexing: {readonly gate: GateLimits};
  readonly say: (sentence: string) => void;
  readonly force?: string | undefined;
  readonly limit?: number | undefined;
};

/** Everything besides its content that decides about an extract. */
const judgedBy = (
  {indexing}: Comparing,
  live: StoredGeneration | undefined,
): RefusedExtract['refusal']['judgedBy'] => ({
  live: live?.version ?? null,
  release: packageJson.version,
  ...indexing.gate,
});

/**
 * Compares the extract with those that were imported or refused before anything is built, unless the
 * import is forced or limited.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
export const compareWithKnown = async (
  options: Comparing,
  extract: Extract,
  policy: RetryPolicy,
): Promise<KnownExtracts> => {
  const known = await retry(policy, () => knownExtracts(options));
  if (options.limit !== undefined || options.force !== undefined) return known;
  const contentId = extract.statedContentId;
  const check = () => checkExtract(options, known, extract, contentId);
  requirePassed(await retry(policy, check));
  const before = judgedBy(options, known.live);
  const same = known.refused.find(
    each => each.contentId === contentId && isDeepStrictEqual(each.refusal.judgedBy, before),
  );
  if (!same) return known;
  options.say(
    `This extract was refused at ${same.at}, and nothing that decides about it has changed since; ` +
      'it is not read again.',
  );
  throw new GateRefused(same.refusal);
};

/**
 * Stores that an extract was refused, if it was and its content is known: one that is damaged
 * may come again undamaged. When that fails, the next import builds it again.
 */
export const rememberRefusal = async (
  options: Comparing,
  live: StoredGeneration | undefined,
  extract: Extract,
  error: unknown,
): Promise<void> => {
  const {client, prefix, say} = options;
  const refusal = refusalOf(error);
  const contentId = extract.contentId();
  if (!refusal || contentId === undefined) return;
  const document: RefusedExtract = {
    kind: 'refused-extract',
    contentId,
    at: new Date().toISOString(),
    refusal: {...refusal, judgedBy: judgedBy(options, live)},
  };
  const id = `refused-extract-${contentId}`;
  try {
    await retry(shortRetry, () => createStateIndex({client, prefix}));
    await retry(shortRetry, () =>
      client.index({index: stateIndex(prefix), id, document, refresh: true}),
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    say(`The refusal could not be stored; the next import reads this extract again: ${why}`);
  }
};
