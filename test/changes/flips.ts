import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {anInstallation} from '../helpers/engines/installation.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import type {Scope} from '../helpers/scope.ts';
import {promote} from '../indexer/generations/generations.ts';
import {chance, pick, randomExtracts} from '../indexer/import/random-register.ts';
import {force, rollBackIfPossible} from '../indexer/import/weeks.ts';

/** Ways to put another generation of a random register live; a few leave the live one. */
export const flipsOf = (
  t: Scope,
  {client, prefix, runKilled}: ReturnType<typeof anInstallation>,
  {vehicles, seed}: {readonly vehicles: number; readonly seed: number},
) => {
  const indices = {client, prefix};
  const extracts = randomExtracts(t, {vehicles, seed});
  const files: string[] = [];
  const nextFile = async () => {
    files.push((await extracts.next()).value);
    return files.at(-1) ?? '';
  };
  const put = (file: string, given: Partial<ImportOptions> = {}) =>
    importFile(t, file, prefix, {force, ...given});
  /** Some requests to the engine of which the last one of each command is likely to be one. */
  const requestsOf = {import: 30, rollback: 10};
  let kills = 0;
  const act = {
    import: async (_step: number) => put(await nextFile()),
    full: async (_step: number) => put(await nextFile(), {full: true}),
    held: async (_step: number) => put(await nextFile(), {promote: false}),
    earlier: async (step: number) => put(pick(files, seed, step, 'file')),
    rollback: async (_step: number) => rollBackIfPossible(indices),
    promote: async (step: number) => {
      const others = (await storedGenerations(indices)).filter(
        ({isLive, isSealed}) => !isLive && isSealed,
      );
      const {version} = pick(others, seed, step, 'version') ?? {};
      if (version !== undefined) await promote(indices, {version, force});
    },
    /** Ends an import or a rollback by SIGKILL at some request, of which the engine may have heard. */
    killed: async (step: number) => {
      const command = chance(seed, step, 'command') < 0.8 ? 'import' : 'rollback';
      const args = command === 'import' ? [await nextFile(), '--force', force] : ['--yes'];
      const last = Math.ceil(chance(seed, step, 'request') * requestsOf[command]);
      const fate = chance(seed, step, 'answer') < 0.5 ? 'lose the answer' : 'lose the request';
      let requests = 0;
      const isLast = () => {
        requests += 1;
        return requests >= last;
      };
      const wasKilled = await runKilled(isLast, fate, [command, ...args]);
      if (wasKilled) kills += 1;
      requestsOf[command] = wasKilled ? Math.ceil(requestsOf[command] * 1.2) : requests;
    },
  };
  return {act, kills: () => kills};
};
