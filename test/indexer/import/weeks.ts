import {isDeepStrictEqual} from 'node:util';
import type {ExecutionContext} from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {liveGeneration, storedGenerations} from '#indexer/generations/stored-generations.ts';
import type {ImportOptions, ImportSummary} from '#indexer/import.ts';
import {readFingerprints} from '#indexer/write/fingerprint-index.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {neverAborted} from '#indexer/write/retry.ts';
import {BuildMeta, indexNames} from '#mappings/generation.ts';
import type {Asked} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {storedReferences, storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {promote, rollBack} from '../generations/generations.ts';
import {chance, pick, randomExtracts} from './random-register.ts';

/** What can happen in a week; an import is of the next extract. */
export type Action =
  | 'import'
  /** It is killed at a random moment and repeated. */
  | 'killed import'
  /** It is verified and held. */
  | 'held import'
  /** An extract of the last weeks is imported again. */
  | 'earlier extract'
  /** A held generation goes live, or one that was live before. */
  | 'promote'
  | 'rollback';

/** Of so many weeks, at random. */
export const randomActions = (weeks: number, seed: number): readonly Action[] =>
  Array.from({length: weeks}, (_, week): readonly Action[] => {
    if (week === 0) return ['import'];
    const imports: readonly Action[] = ['import', 'import', 'killed import', 'held import'];
    const others: readonly Action[] = ['promote', 'promote', 'rollback', 'earlier extract'];
    return [
      ...(chance(seed, week, 'others') < 0.5 ? [pick(others, seed, week, 'other')] : []),
      pick(imports, seed, week, 'import'),
    ];
  }).flat();

type Installation = ReturnType<typeof anInstallation> & Pick<ImportOptions, 'full'>;

/** An action on an installation: an import, another that was done, or one that is impossible at the time. */
type Act = (installation: Installation) => Promise<ImportSummary | 'done' | 'impossible'>;

export const force = 'random weeks differ by more than real ones';

/** Requests of an import by what has changed, about. */
const requestsOfImport = 75;

export const rollBackIfPossible = async ({client, prefix}: Indices) => {
  const target = await rollbackTarget({client, prefix}).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
  });
  if (target) await rollBack({client, prefix}, target, 'a random week');
  return target ? 'done' : 'impossible';
};

/** @param words Decide which generation. */
const promotion =
  (...words: readonly (string | number)[]): Act =>
  async ({client, prefix}) => {
    const stored = await storedGenerations({client, prefix});
    const others = stored.filter(({isLive}) => !isLive);
    const held = others.filter(({previous}) => previous === undefined);
    const generation = pick(held.length > 0 ? held : others, ...words);
    if (generation) await promote({client, prefix}, {version: generation.version, force});
    return generation ? 'done' : 'impossible';
  };

/** Names of generations, and when they were withdrawn: other ones in each installation. */
const withoutBuilds = (text: string): string =>
  text.replaceAll(/(\d{8}-\d{6})-\d{4,}( at \S+Z)?/g, '$1');

/** All that a generation is made of and was left beside it, but its builds and times. */
const leftBehind = async ({client, prefix}: Indices) => {
  const index = `${prefix}vehicles`;
  const [mapping] = Object.values(await client.indices.getMapping({index}));
  const meta = BuildMeta.parse(mapping?.mappings._meta);
  const {completeness, contentId, vehicleCount, records, extractedAt, fingerprints} = meta;
  const names = indexNames(prefix, meta.version);
  const policy = {maxMs: 10_000, signal: neverAborted};
  const stored =
    fingerprints && (await readFingerprints(client, names.fingerprints, fingerprints, policy));
  const rows = Array.from(stored?.rows.ids ?? [], (id, at) => ({
    id,
    hash: stored?.rows.hashes[at],
    until: stored?.rows.until[at],
    profile: stored?.profiles[stored.rows.profiles[at] ?? 0],
  }));
  return {
    documents: await storedVehicles(client, prefix),
    references: await storedReferences(client, prefix),
    rows,
    meta: {
      ...{contentId, vehicleCount, records, extractedAt},
      kinds: completeness?.kinds.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    },
    generations: (await storedGenerations({client, prefix})).map(
      ({stamp, isLive, isSealed, isBeingDeleted, previous}) => ({
        ...{stamp, isLive, isSealed, isBeingDeleted},
        previous: previous && withoutBuilds(previous),
      }),
    ),
  };
};

/**
 * What an import says of its extract, and how it judged that. `age` asks the log of builds, where one that was killed
 * just after it went live is missing.
 */
const figuresOf = (result: Awaited<ReturnType<Act>>) => {
  if (typeof result === 'string') return result;
  const {outcome, records, vehicles, repeats, rejects, rejectsByReason, setAside} = result;
  const {unknownElements, checks} = result;
  return {
    ...{outcome, records, vehicles, repeats, rejects, rejectsByReason, setAside, unknownElements},
    checks: checks
      .filter(({name}) => name !== 'age')
      .map(({name, passed, found}) => ({name, passed, found: withoutBuilds(found)})),
  };
};

/**
 * Does random weeks of a register to two installations, of which one imports by what has changed and the other one in
 * full, and asserts that both leave the same behind. Returns what each action came to in the first one.
 */
export const assertSameWeeks = async (
  t: ExecutionContext,
  {
    vehicles,
    actions,
    seed,
  }: {readonly vehicles: number; readonly actions: readonly Action[]; readonly seed: number},
) => {
  const byDifference: Installation = anInstallation(t);
  const inFull: Installation = {...anInstallation(t), full: true};
  const extracts = randomExtracts(t, {vehicles, seed});
  const files: string[] = [];
  const nextFile = async (): Promise<string> => {
    const {value} = await extracts.next();
    files.push(value);
    return value;
  };
  const importOf =
    (file: string, given: Partial<ImportOptions> = {}): Act =>
    async ({prefix, full}) =>
      (await importFile(t, file, prefix, {force, full, ...given})).summary;

  /** Kills an import by what has changed at one of its requests. Returns whether it went live before. */
  const wentLiveKilled = async (file: string, step: number): Promise<boolean> => {
    const before = await liveGeneration(byDifference);
    const killAt = 1 + Math.floor(chance(seed, step, 'kill') * requestsOfImport);
    let requests = 0;
    const isLast = ({method, path}: Asked) => {
      requests += 1;
      if (requests === killAt) t.log(`killed at request ${killAt}:`, method, path);
      return requests === killAt;
    };
    const args = ['import', '--force', force, file];
    await byDifference.runKilled(isLast, 'lose the request', args);
    return (await liveGeneration(byDifference))?.build !== before?.build;
  };

  const acts: Readonly<Record<Action, (step: number) => Promise<Act>>> = {
    import: async () => importOf(await nextFile()),
    'held import': async () => importOf(await nextFile(), {promote: false}),
    'killed import': async step => {
      const file = await nextFile();
      const wentLive = await wentLiveKilled(file, step);
      return async installation => {
        // What went live before the kill is what the repeated import is compared with.
        if (wentLive && installation.full) await importOf(file)(installation);
        return await importOf(file)(installation);
      };
    },
    'earlier extract': async step => importOf(pick(files.slice(-4), seed, step, 'file')),
    promote: async step => promotion(seed, step),
    rollback: async () => rollBackIfPossible,
  };

  const cameTo: string[] = [];
  for (const [step, action] of actions.entries()) {
    const act = await acts[action](step);
    const [result, whole] = await Promise.all([act(byDifference), act(inFull)]);
    const [left, expected] = await Promise.all([leftBehind(byDifference), leftBehind(inFull)]);
    const told = typeof result === 'string' ? [result] : [result.way, result.because];
    cameTo.push(String(told[0]));
    t.log(
      action,
      ...told,
      left.generations.map(({stamp, isLive}) => (isLive ? `${stamp} live` : stamp)),
    );
    t.deepEqual(figuresOf(result), figuresOf(whole), `${step}: ${action}`);
    // What is the same need not be described, which takes longer than an import.
    if (!isDeepStrictEqual(left, expected)) t.deepEqual(left, expected, `${step}: ${action}`);
  }
  return cameTo;
};
