import type {ExecutionContext} from 'ava';
import {exportRelease} from '#indexer/export/export-release.ts';
import {outcomeRetry as policy} from '#indexer/write/retry.ts';
import {flipsOf} from '../changes/flips.ts';
import {digestOf, snapshot} from '../changes/follower.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {pick} from '../indexer/import/random-register.ts';
import {applied, type Lines, readExport} from './read-export.ts';

/** These put another generation live. */
export const flipping = ['import', 'import', 'full', 'earlier', 'rollback', 'promote'] as const;

/**
 * Exports after each of random flips, and asserts that the files are what is live, and that the vehicles of the
 * export before become them by the changes. Returns how many changed, and how many exports had no changes.
 */
export const exportFlips = async (
  t: ExecutionContext,
  {vehicles, flips, seed}: Readonly<Record<'vehicles' | 'flips' | 'seed', number>>,
  actions: readonly (keyof ReturnType<typeof flipsOf>['act'])[] = flipping,
) => {
  const installation = anInstallation(t);
  const {client, prefix} = installation;
  const directory = aFolder(t);
  const {act} = flipsOf(t, installation, {vehicles, seed});
  let [before, serial]: [Lines, number | null] = [new Map(), null];
  const counts = {flips: 0, changed: 0, missing: 0};
  for (let step = 0; counts.flips < flips; step += 1) {
    const action = step === 0 ? 'import' : pick(actions, seed, step, 'action');
    await act[action](step);
    const options = {client, prefix, directory, policy, vehiclesPerPart: 40 + step};
    const {outcome, manifest} = await exportRelease({...options, say: text => t.log(text)});
    t.log(`${step}: ${action}`, outcome, manifest.serial, manifest.changedVehicles);
    if (outcome === 'already-exported') continue;
    counts.flips += 1;
    const {vehicles, changes} = await readExport(t, directory, manifest);
    t.is(vehicles.size, manifest.vehicleCount);
    t.is(digestOf([...vehicles.values()]), manifest.digest);
    const live = await snapshot(client, prefix);
    t.is(manifest.digest, live.digest);
    t.deepEqual([...vehicles.keys()], [...live.contents.keys()]);
    if (manifest.previousSerial === null) counts.missing += serial === null ? 0 : 1;
    else {
      t.is<number | null, number | null>(manifest.previousSerial, serial);
      t.deepEqual(applied(before, changes), vehicles, `${step}: ${action}`);
    }
    t.is(manifest.changedVehicles ?? 0, changes.size);
    counts.changed += changes.size;
    [before, serial] = [vehicles, manifest.serial];
  }
  return counts;
};
