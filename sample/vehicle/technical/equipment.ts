import {carEquipment, type EquipmentType, motorcycleEquipment} from '../../lists/equipment.ts';
import {type Random, randomFor} from '../../random.ts';
import type {Traits} from '../traits.ts';

/** `count` 0 means asked for and not fitted. */
export type Equipment = {readonly type: EquipmentType; readonly count: number};

/** How much of what a modern car has was on record for one of the year. */
const completeness = ({family, year}: Traits): number => {
  if (family === 'motorcycle') return 0.9;
  const byYear = year < 1985 ? 0.12 : year < 1996 ? 0.35 : year < 2006 ? 0.65 : 0.65;
  return family === 'car' ? byYear : byYear * 0.6;
};

const countOf = (random: Random, {most}: EquipmentType): number =>
  random.chance(0.03) ? 0 : random.between(Math.min(2, most), most);

export const equipmentOf = (
  seed: number,
  vehicle: number,
  traits: Traits,
): readonly Equipment[] => {
  if (traits.family === 'trailer' || traits.family === 'moped') return [];
  const random = randomFor(seed, vehicle, 'equipment');
  const share = completeness(traits);
  const types = traits.family === 'motorcycle' ? motorcycleEquipment : carEquipment;
  const fitted: Equipment[] = [];
  for (const type of types) {
    if (random.chance(type.share * share)) fitted.push({type, count: countOf(random, type)});
  }
  return fitted;
};
