import type {ExecutionContext} from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import type {ImportOptions} from '#indexer/import.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {promote, rollBack} from '../indexer/generations/generations.ts';
import {chance, pick, randomExtracts} from '../indexer/import/random-register.ts';
import {follower, present, snapshot} from './follower.ts';
import {digestOf as guided} from './guide.ts';

const force = 'random weeks differ by more than real ones';

/** What can put another generation live. */
const actions = ['import', 'import', 'full', 'held', 'earlier', 'rollback', 'promote'] as const;

/**
 * Does random flips, and asserts after each that who follows the changes holds what is live. Returns how many were
 * followed, and how many were not known.
 */
export const assertFollowed = async (
  t: ExecutionContext,
  flips: number,
  vehicles: number,
  seed: number,
) => {
  const {client, prefix} = anInstallation(t);
  const indices = {client, prefix};
  const extracts = randomExtracts(t, {vehicles, seed});
  const files: string[] = [];
  const nextFile = async () => {
    files.push((await extracts.next()).value);
    return files.at(-1) ?? '';
  };
  const put = (file: string, given: Partial<ImportOptions> = {}) =>
    importFile(t, file, prefix, {force, ...given});
  await put(await nextFile());
  const api = await startKeyedCopy(t, prefix);
  const dataset = async () =>
    (await api.get('/v1/dataset')).body as {serial: number; digest: string};
  const held = follower(api);
  const {contents} = await snapshot(client, prefix);
  held.begin(contents, (await dataset()).serial);

  const act: Record<(typeof actions)[number], (step: number) => Promise<unknown>> = {
    import: async () => put(await nextFile()),
    full: async () => put(await nextFile(), {full: true}),
    held: async () => put(await nextFile(), {promote: false}),
    earlier: async step => put(pick(files, seed, step, 'file')),
    rollback: async () => {
      const target = await rollbackTarget(indices).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
      });
      if (target) await rollBack(indices, target, 'a random week');
    },
    promote: async step => {
      const others = (await storedGenerations(indices)).filter(({isLive}) => !isLive);
      const {version} = pick(others, seed, step, 'version') ?? {};
      if (version !== undefined) await promote(indices, {version, force});
    },
  };
  let serial = held.serial();
  const counts = {flips: 0, changes: 0};
  for (let step = 0; counts.flips < flips; step += 1) {
    const action = pick(actions, seed, step, 'action');
    await act[action](step);
    const live = await dataset();
    if (live.serial !== serial) counts.flips += 1;
    serial = live.serial;
    const followed = await held.follow(1 + Math.floor(chance(seed, step, 'size') * 200));
    t.log(`${step}: ${action}`, live, followed?.length);
    t.truthy(followed, `${step}: ${action}`);
    counts.changes += followed?.length ?? 0;
    t.is(held.serial(), live.serial);
    const {contents, digest} = await snapshot(client, prefix);
    t.is(digest, live.digest);
    t.is(guided(held.vehicles().values()), live.digest, 'as docs/api.md computes it');
    t.deepEqual(
      new Map(
        Array.from(held.vehicles(), ([id, content]) => [id, present(content)] as const).toSorted(
          ([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1),
        ),
      ),
      new Map(Array.from(contents, ([id, content]) => [id, present(content)])),
    );
  }
  return counts;
};
