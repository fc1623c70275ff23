import type {Family} from '../lists/code-lists.ts';
import {type Make, makesFor} from '../lists/make-catalogue.ts';
import {modelName, trailerVariantName, typeName, variantName} from '../lists/names.ts';
import {type Random, randomFor} from '../random.ts';

/** Ids are text: those of types have 17 digits, more than a JavaScript number holds. */
type Named = {readonly id: string; readonly name: string};

export type Designation = {
  readonly make: Named;
  readonly model: Named;
  readonly variant: Named;
  readonly type: Named;
};

const variantsPerModel = 8;
const typesPerVariant = 3;

/** One in eight models was numbered after the register stopped starting an id with its parent's. */
const hasNewNumbers = (make: Make, model: number): boolean => (make.modelsBefore + model) % 8 === 5;

const modelIdOf = (make: Make, model: number): number =>
  hasNewNumbers(make, model) ? 70_000_000 + make.modelsBefore + model : make.id * 1000 + model + 1;

const typeIdOf = (make: Make, model: number, variant: number, type: number): string => {
  if (!hasNewNumbers(make, model)) {
    const parents = modelIdOf(make, model) * 100 + variant;
    return `${parents}${String(type).padStart(7, '0')}`;
  }
  const serial =
    ((make.modelsBefore + model) * variantsPerModel + variant) * typesPerVariant + type;
  return `6999999999${String(serial).padStart(7, '0')}`;
};

/** Now and then a name is not spelled as on the other vehicles with its id. */
const spelled = (random: Random, name: string): string =>
  random.chance(0.001) ? name.replace("'", '`').toLowerCase() : name;

export const designationOf = (seed: number, vehicle: number, family: Family): Designation => {
  const random = randomFor(seed, vehicle, 'designation');
  const makes = makesFor(family);
  const make = makes[random.rank(makes.length)];
  if (make === undefined) throw new RangeError(`There are no makes for the family "${family}".`);

  const model = random.rank(make.models);
  const variant = random.rank(variantsPerModel);
  const type = random.rank(typesPerVariant);
  const modelId = modelIdOf(make, model);
  const variantId = modelId * 100 + variant;
  const typeId = typeIdOf(make, model, variant, type);
  return {
    make: {id: String(make.id), name: spelled(random, make.name)},
    model: {id: String(modelId), name: spelled(random, modelName(modelId))},
    variant: {
      id: String(variantId),
      name: family === 'trailer' ? trailerVariantName(variantId) : variantName(variantId),
    },
    type: {id: typeId, name: typeName(typeId, type)},
  };
};
