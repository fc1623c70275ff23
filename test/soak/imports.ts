import {rm} from 'node:fs/promises';
import type {Client} from '@elastic/elasticsearch';
import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {prune} from '#indexer/generations/discard.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import {importExtract} from '#indexer/import.ts';
import {indexNames} from '#mappings/generation.ts';
import {ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Random} from '#sample/random.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {importOptions} from '../helpers/extracts/import-extract.ts';
import {markedExtract, markedRecords} from '../helpers/extracts/marked-extract.ts';
import {foldedInMemory} from '../helpers/extracts/prepared-trees.ts';
import type {Scope} from '../helpers/scope.ts';
import {promote, rollBack} from '../indexer/generations/generations.ts';
import type {History} from './history.ts';

/** What an import must have made of an extract: answers are judged by it. */
export type Dataset = {
  readonly version: string;
  readonly documents: readonly VehicleDocument[];
  readonly references: readonly ReferenceDocument[];
};

/** More entries than an extract of the soak has. */
const most = 10_000;

/** `20261101-000000-0001` is of an extract of the first of November. */
const dayOf = (version: string): string => version.replace(/^(\d{4})(\d\d)(\d\d)-.*/, '$1-$2-$3');

/**
 * The dataset of the n-th extract under the version it was given. Vehicles are made of the extract in
 * memory, and not read from the index; reference entries are what the index has on its first day.
 */
const datasetOf = async (
  client: Client,
  prefix: string,
  {version, extract}: {readonly version: string; readonly extract: number},
): Promise<Dataset> => {
  const index = indexNames(prefix, version).references;
  const {hits} = await client.search({index, size: most});
  return {
    version,
    documents: foldedInMemory(markedRecords(extract), dayOf(version)),
    references: hits.hits.map(({_source}) => ReferenceDocument.parse(_source)),
  };
};

/** What an operator and a schedule do with extracts. Each flip is noted. */
export const soakedImports = (t: Scope, client: Client, prefix: string, history: History) => {
  const datasets = new Map<string, Dataset>();
  const folder = aFolder(t);
  let extracts = 0;

  /** Imports the next extract and holds it, so that it is known before anyone is answered from it. */
  const importNext = async (): Promise<string> => {
    const extract = extracts++;
    const file = await markedExtract(t, extract);
    const options = {...importOptions(folder), client, prefix, file, promote: false};
    const {version} = await importExtract(options);
    if (version === null) throw new Error('An import made no generation.');
    await rm(file);
    datasets.set(version, await datasetOf(client, prefix, {version, extract}));
    return version;
  };

  const promoteHeld = async (version: string) =>
    history.flip(version, () => promote({client, prefix}, {version, force: 'soak'}));

  const goBack = async (): Promise<void> => {
    const target = await rollbackTarget({client, prefix});
    await history.flip(target.to.version, () => rollBack({client, prefix}, target, 'soak'));
  };

  /** Puts what was rolled back from live again, or whatever else is whole. */
  const goForward = async (random: Random): Promise<void> => {
    const stored = await storedGenerations({client, prefix});
    const others = stored.filter(
      ({isLive, isSealed, isBeingDeleted}) => !isLive && isSealed && !isBeingDeleted,
    );
    if (others.length > 0) await promoteHeld(random.pick(others).version);
  };

  return {
    datasets,
    /** Puts the next extract live, and deletes what is no longer needed under whoever reads it. */
    importAndPrune: async (): Promise<void> => {
      await promoteHeld(await importNext());
      await prune({client, prefix}, 2);
    },
    /** There and back again, some times. */
    flipAbout: async (random: Random): Promise<void> => {
      for (let count = random.between(1, 4); count > 0; count -= 1) {
        await goForward(random);
      }
    },
    rollBackAndForth: async (random: Random): Promise<void> => {
      await goBack().catch((error: unknown) => {
        // There may be nothing to go back to.
        if (!(error instanceof UsageError)) throw error;
      });
      await goForward(random);
    },
  };
};
