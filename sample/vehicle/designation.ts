import {code} from '../codes.ts';
import {type Random, randomFor} from '../random.ts';
import type {Elements} from '../xml.ts';
import type {Life} from './life.ts';
import {type Make, makes} from './makes.ts';
import {modelName, trailerVariantName, typeName, variantName} from './names.ts';

const variantsPerModel = 8;
const typesPerVariant = 3;

/** One in eight models has an id that does not start with its make's, as the newer ones have. */
const hasNewNumbers = (make: Make, model: number): boolean => (make.modelsBefore + model) % 8 === 5;

const modelIdOf = (make: Make, model: number): number =>
  hasNewNumbers(make, model) ? 70_000_000 + make.modelsBefore + model : make.id * 1000 + model + 1;

/** Ids of types are text: their 17 digits are more than a JavaScript number holds. */
const typeIdOf = (make: Make, model: number, variant: number, type: number): string => {
  if (!hasNewNumbers(make, model)) {
    const parents = modelIdOf(make, model) * 100 + variant;
    return `${parents}${String(type).padStart(7, '0')}`;
  }
  const serial =
    ((make.modelsBefore + model) * variantsPerModel + variant) * typesPerVariant + type;
  return `6999999999${String(serial).padStart(7, '0')}`;
};

/** One name in a thousand is not spelled as on the other vehicles with its id. */
const spelled = (random: Random, name: string): string =>
  random.chance(0.001) ? name.replace("'", '`').toLowerCase() : name;

export const designationOf = (life: Life): Elements => {
  const random = randomFor(life, 'designation');
  const choice = makes[life.family];
  const make = choice[random.rank(choice.length)];
  if (make === undefined) throw new RangeError(`There are no makes for "${life.family}".`);

  const model = random.rank(make.models);
  const variant = random.rank(variantsPerModel);
  const type = random.rank(typesPerVariant);
  const modelId = modelIdOf(make, model);
  const variantId = modelId * 100 + variant;
  const typeId = typeIdOf(make, model, variant, type);
  const nameVariant = life.family === 'trailer' ? trailerVariantName : variantName;
  return {
    ...code('KoeretoejMaerkeType', make.id, spelled(random, make.name)),
    Model: code('KoeretoejModelType', modelId, spelled(random, modelName(modelId))),
    Variant: code('KoeretoejVariantType', variantId, nameVariant(variantId)),
    Type: code('KoeretoejTypeType', typeId, typeName(typeId, type)),
  };
};
