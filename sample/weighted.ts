import type {Random} from './random.ts';

export type Draw<Value> = (random: Random) => Value;

/** Draws a value in proportion to its weight. Weights are relative: shares, or counts as measured. */
export const weighted = <Value>(
  entries: readonly (readonly [value: Value, weight: number])[],
): Draw<Value> => {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let sum = 0;
  const steps = entries.map(([value, weight]) => {
    sum += weight;
    return {value, limit: sum / total};
  });
  const last = steps.at(-1);
  if (last === undefined) throw new RangeError('There is nothing to draw from an empty list.');

  return random => {
    const at = random.unit();
    return (steps.find(({limit}) => at < limit) ?? last).value;
  };
};
