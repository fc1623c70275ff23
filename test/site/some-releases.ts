import {changeKindNames} from '#core/domain/vehicle-changes.ts';
import type {Release} from '#mappings/release.ts';

const causes = ['Import', 'Import', 'Rollback', 'Promotion'] as const;

const makes = ['LONG NAME OF A MAKE THAT BUILDS MANY VEHICLES', 'BMW', 'FORD', 'VW'];

/** Weekly releases, the newest first, of every kind of change. What the first one changed is not known. */
export const someReleases = (count: number): readonly Release[] =>
  Array.from({length: count}, (_, index) => {
    const serial = count - index;
    const day = Date.UTC(2026, 10, 22) - index * 7 * 86_400_000;
    const isFirst = serial === 1;
    const changes = Object.fromEntries(
      changeKindNames.map((kind, at) => [kind, 1000 * (at + 1) + 37 * serial * ((at % 3) + 1)]),
    );
    return {
      serial,
      version: `20261122-031500-${serial}`,
      previousVersion: isFirst ? null : `20261122-031500-${serial - 1}`,
      cause: causes[index % causes.length] ?? 'Import',
      releasedAt: new Date(day + 10_000_000).toISOString(),
      extractedAt: isFirst ? null : new Date(day - 86_400_000).toISOString(),
      vehicleCount: 15_000_000 - index,
      digest: '00000000000000aa',
      changedVehicles: isFirst ? null : 204_100 + serial,
      changes: isFirst ? {} : changes,
      hasPlates: true,
      makes: isFirst ? [] : makes.map((name, at) => ({id: `${at}`, name, changes})),
    };
  });
