import {type Day, extractDay} from '../dates.ts';
import {type Code, coupling, permitTypes} from '../lists/code-lists.ts';
import {permitComment} from '../lists/texts.ts';
import {type Random, randomFor} from '../random.ts';
import {weighted} from '../weighted.ts';
import {identOf} from './identity.ts';
import {isRegistered, type Life} from './life.ts';

export type Permit = {
  readonly type: Code;
  readonly from: Day;
  readonly second: number;
  readonly until: Day | undefined;
  readonly comment: string | undefined;
  /** The ident of the vehicle this one may be coupled to. */
  readonly coupledTo: string | undefined;
};

const drawType = weighted(permitTypes);

const drawPermit = (random: Random, seed: number, vehicle: number, life: Life): Permit => {
  const type = drawType(random);
  const from = random.between(
    life.firstRegistered,
    isRegistered(life) ? extractDay - 1 : life.statusDay,
  );
  const isCoupling = type === coupling.fixed || type === coupling.variable;
  return {
    type,
    from,
    second: random.between(7 * 3600, 17 * 3600),
    until: random.maybe(0.35, from + random.between(30, 3_650)),
    comment: random.maybe(0.4, permitComment(random)),
    coupledTo: isCoupling ? identOf(seed, Math.max(0, vehicle - 1)) : undefined,
  };
};

/** A quarter of the vehicles have one or more; the register was never seen to hold above four. */
export const permitsOf = (seed: number, vehicle: number, life: Life): readonly Permit[] => {
  const random = randomFor(seed, vehicle, 'permits');
  if (!random.chance(0.25)) return [];
  const count = random.chance(0.85) ? 1 : random.between(2, 4);
  return Array.from({length: count}, () => drawPermit(random, seed, vehicle, life));
};
