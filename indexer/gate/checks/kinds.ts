import {type Check, percent, someOf, whole} from '../check.ts';
import type {Population} from '../population.ts';

const nameOf = (kind: string, population: Population): string =>
  kind === '' ? 'no kind' : (population.kindNames.get(kind) ?? `kind ${kind}`);

const ofKind = (kind: string, {kinds}: Population): number => kinds.get(kind) ?? 0;

/** A kind of vehicle that had at least `from` vehicles is still there. */
export const checkKinds = (candidate: Population, live: Population, from: number): Check => {
  const vanished = Array.from(live.kinds)
    .filter(([kind, count]) => kind !== '' && count >= from && ofKind(kind, candidate) === 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${nameOf(kind, live)} (${whole(count)} are live)`);
  return {
    name: 'kinds',
    passed: vanished.length === 0,
    found: vanished.length === 0 ? 'no kind vanished' : `no vehicle of ${someOf(vanished)}`,
    limit: `each kind with ${whole(from)} live vehicles or more (GATE_VANISHED_KIND_VEHICLES)`,
    advice: 'Look whether the extract is whole, or whether the register renumbered its kinds.',
  };
};

/** The fleet changes slowly: no kind's share of it moves far in a week. */
export const checkKindShares = (
  candidate: Population,
  live: Population,
  maxPoints: number,
): Check => {
  const share = (kind: string, population: Population) =>
    population.vehicles === 0 ? 0 : (ofKind(kind, population) / population.vehicles) * 100;
  const moved = Array.from(new Set([...live.kinds.keys(), ...candidate.kinds.keys()]))
    .map(kind => ({kind, points: Math.abs(share(kind, candidate) - share(kind, live))}))
    .toSorted((a, b) => b.points - a.points);
  const tooFar = moved.filter(({points}) => points > maxPoints);
  const shown = tooFar.length > 0 ? tooFar : moved.slice(0, 1);
  const texts = shown.map(({kind, points}) => {
    const name = nameOf(kind, live.kinds.has(kind) ? live : candidate);
    const from = percent(ofKind(kind, live), live.vehicles);
    const to = percent(ofKind(kind, candidate), candidate.vehicles);
    return `${name} from ${from} to ${to} (${points.toFixed(2)} points)`;
  });
  return {
    name: 'kind-shares',
    passed: tooFar.length === 0,
    found: texts.length === 0 ? 'no vehicles to compare' : `moved: ${someOf(texts)}`,
    limit: `at most ${maxPoints} points (GATE_MAX_KIND_SHIFT_POINTS)`,
    advice: 'Look whether a part of the extract is missing.',
  };
};
