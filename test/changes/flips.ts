import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import type {Scope} from '../helpers/scope.ts';
import {promote, rollBack} from '../indexer/generations/generations.ts';
import {pick, randomExtracts} from '../indexer/import/random-register.ts';

const force = 'random weeks differ by more than real ones';

/** Ways to put another generation of a random register live; a few leave the live one. */
export const flipsOf = (
  t: Scope,
  indices: Indices,
  {vehicles, seed}: {readonly vehicles: number; readonly seed: number},
) => {
  const extracts = randomExtracts(t, {vehicles, seed});
  const files: string[] = [];
  const nextFile = async () => {
    files.push((await extracts.next()).value);
    return files.at(-1) ?? '';
  };
  const put = (file: string, given: Partial<ImportOptions> = {}) =>
    importFile(t, file, indices.prefix, {force, ...given});
  const act = {
    import: async (_step: number) => put(await nextFile()),
    full: async (_step: number) => put(await nextFile(), {full: true}),
    held: async (_step: number) => put(await nextFile(), {promote: false}),
    earlier: async (step: number) => put(pick(files, seed, step, 'file')),
    rollback: async (_step: number) => {
      const target = await rollbackTarget(indices).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
      });
      if (target) await rollBack(indices, target, 'a random week');
    },
    promote: async (step: number) => {
      const others = (await storedGenerations(indices)).filter(({isLive}) => !isLive);
      const {version} = pick(others, seed, step, 'version') ?? {};
      if (version !== undefined) await promote(indices, {version, force});
    },
  };
  return {act};
};
