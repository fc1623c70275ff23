import {extractDay} from '../dates.ts';
import {randomFor} from '../random.ts';
import type {Life} from './life.ts';
import type {Equipment} from './technical/equipment.ts';

/** A third of the repeated records were written at another status date, before or after the first. */
export const lifeInSnapshot = (
  seed: number,
  vehicle: number,
  snapshot: number,
  life: Life,
): Life => {
  const random = randomFor(seed, vehicle, 'snapshot');
  if (snapshot === 0 || !random.chance(0.33)) return life;
  const moved = life.statusDay + snapshot * random.between(-400, 400);
  const statusDay = Math.max(life.firstRegistered, Math.min(moved, extractDay - 1));
  return {...life, statusDay};
};

/** The same equipment in the order that happens to stand in this record. */
export const reordered = (
  snapshot: number,
  equipment: readonly Equipment[],
): readonly Equipment[] => {
  if (snapshot === 0) return equipment;
  const start = snapshot % Math.max(1, equipment.length);
  return [...equipment.slice(start), ...equipment.slice(0, start)].reverse();
};
