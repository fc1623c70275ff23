import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import packageJson from '../../package.json' with {type: 'json'};
import type {Extract} from '../read/open-extract.ts';
import type {Indices} from '../write/indices.ts';
import {retry, shortRetry} from '../write/retry.ts';
import {RefusedBefore, refusalOf} from './check.ts';
import type {GateLimits} from './gate.ts';
import {instant, stateHits, stateIndex, updateStateIndex} from './indexer-state.ts';
import type {StoredGeneration} from './stored-generations.ts';

export type RefusedExtract = z.output<typeof RefusedExtract>;

/**
 * A document `refused-extract-<contentSha256>`: an extract that was read to its end and refused. It is
 * refused again unread while `judgedBy` is what it would be judged by.
 */
export const RefusedExtract = z.strictObject({
  kind: z.literal('refused-extract'),
  contentSha256: z.string(),
  at: instant,
  refusal: z.strictObject({
    /** As in the build log. */
    reason: z.string(),
    /** For the operator. */
    message: z.string(),
    /** As in `BuildMeta`. */
    fileBytes: z.int().nullable(),
    fingerprint: z.strictObject({bytes: z.int(), crc32: z.int()}).nullable(),
    judgedBy: z.record(z.string(), z.unknown()),
  }),
});

/** Every extract that was read to its end and refused. A document of another release says nothing. */
export const refusedExtracts = async (indices: Indices): Promise<readonly RefusedExtract[]> => {
  const hits = await stateHits(indices, 'refused-extract');
  return hits.flatMap(({_source}) => RefusedExtract.safeParse(_source).data ?? []);
};

type Options = Indices & {
  readonly indexing: {readonly gate: GateLimits};
  readonly say: (sentence: string) => void;
};

type Live = Pick<StoredGeneration, 'version'> | undefined;

/** All that decides about an extract, beside its content. */
const judgedBy = ({indexing}: Options, live: Live): RefusedExtract['refusal']['judgedBy'] => ({
  live: live?.version ?? null,
  release: packageJson.version,
  ...indexing.gate,
});

/** @throws {RefusedBefore} when the same content would be refused again. */
export const requireNotRefused = (
  options: Options,
  {live, refused}: {readonly live: Live; readonly refused: readonly RefusedExtract[]},
  contentSha256: string | undefined,
): void => {
  const found = refused.find(
    each =>
      each.contentSha256 === contentSha256 &&
      isDeepStrictEqual(each.refusal.judgedBy, judgedBy(options, live)),
  );
  if (!found) return;
  options.say(
    `This extract was refused at ${found.at}, and nothing that decides about it has changed since; ` +
      'it is not read again.',
  );
  throw new RefusedBefore(found.refusal);
};

/** The digest of an extract that was read to its end, undamaged. */
const digestOf = (extract: Extract): string | undefined => {
  try {
    return extract.contentSha256();
  } catch {
    return undefined;
  }
};

/**
 * Stores that an extract was refused, if it was and its content is known: one that is damaged
 * may come again undamaged. When that fails, the next import builds it again.
 */
export const rememberRefusal = async (
  options: Options,
  live: Live,
  extract: Extract,
  error: unknown,
): Promise<void> => {
  const {client, prefix, say} = options;
  const refusal = refusalOf(error);
  const contentSha256 = digestOf(extract);
  if (!refusal || contentSha256 === undefined) return;
  const {fingerprint, totalBytes: fileBytes} = extract;
  const document: RefusedExtract = {
    kind: 'refused-extract',
    contentSha256,
    at: new Date().toISOString(),
    refusal: {...refusal, fileBytes, fingerprint, judgedBy: judgedBy(options, live)},
  };
  const id = `refused-extract-${contentSha256}`;
  try {
    await retry(shortRetry, () => updateStateIndex({client, prefix}));
    await retry(shortRetry, () =>
      client.index({index: stateIndex(prefix), id, document, refresh: true}),
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    say(`The refusal could not be stored; the next import reads this extract again: ${why}`);
  }
};
