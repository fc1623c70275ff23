import {
  blockingReasons,
  bodyTypes,
  type Code,
  colors,
  emissionStandards,
  type Family,
  fuels,
  noEmissionStandard,
  supplementaryBodyTypes,
  usages,
} from '../lists/code-lists.ts';
import {type Random, randomFor} from '../random.ts';
import {type Draw, weighted} from '../weighted.ts';
import type {Traits} from './traits.ts';

/** What a vehicle is used for, looks like and is classed as. */
export type Appearance = {
  /** The primary usage first; the others only where there are several. */
  readonly usages: readonly Code[];
  readonly color: Code | undefined;
  readonly bodyType: Code | undefined;
  /** The number is on record for few: the register goes by the name. */
  readonly hasBodyNumber: boolean;
  readonly supplementaryBodies: readonly Code[];
  readonly standard: Code | undefined;
  readonly blockings: readonly Code[];
};

const drawUsage: Readonly<Record<Family, Draw<Code>>> = {
  car: weighted(usages.car),
  van: weighted(usages.van),
  truck: weighted(usages.truck),
  bus: weighted(usages.bus),
  trailer: weighted(usages.trailer),
  motorcycle: weighted(usages.motorcycle),
  moped: weighted(usages.moped),
  tractor: weighted(usages.tractor),
};
const drawColor = weighted(colors);
const drawBodyType = weighted(bodyTypes);
const drawSupplementaryBody = weighted(supplementaryBodyTypes);
const drawBlocking = weighted(blockingReasons);

const distinct = (codes: readonly Code[]): readonly Code[] => [...new Set(codes)];

const usagesOf = (random: Random, {family}: Traits): readonly Code[] => {
  const primary = drawUsage[family](random);
  const others = family === 'truck' && random.chance(0.15) ? [drawUsage[family](random)] : [];
  return distinct([primary, ...others]);
};

const bodiesOf = (random: Random, {family}: Traits): readonly Code[] => {
  if (family === 'van' ? random.chance(0.6) : family === 'truck' && random.chance(0.85)) {
    const count = random.chance(0.9) ? 1 : 3;
    return distinct(Array.from({length: count}, () => drawSupplementaryBody(random)));
  }
  return [];
};

const standardOf = (random: Random, {year, fuel, family}: Traits): Code | undefined => {
  if (family === 'trailer' || random.chance(0.04)) return undefined;
  if (fuel?.id === fuels.electric.id) return noEmissionStandard;
  return emissionStandards.find(({until}) => year <= until)?.standard;
};

export const appearanceOf = (seed: number, vehicle: number, traits: Traits): Appearance => {
  const random = randomFor(seed, vehicle, 'appearance');
  const isMotor = traits.family !== 'trailer';
  return {
    usages: usagesOf(random, traits),
    color: random.maybe(isMotor ? 0.9 : 0.15, drawColor(random)),
    bodyType: traits.family === 'car' ? random.maybe(0.65, drawBodyType(random)) : undefined,
    hasBodyNumber: random.chance(0.06),
    supplementaryBodies: bodiesOf(random, traits),
    standard: standardOf(random, traits),
    blockings: random.chance(0.044) ? [drawBlocking(random)] : [],
  };
};
