import {type Random, randomFor} from '../random.ts';
import {code, type Elements} from '../xml.ts';
import type {Life} from './life.ts';
import {inventedMake, modelName, trailerVariantName, typeName, variantName} from './names.ts';
import type {Family} from './profiles.ts';

/** With it, a model has a number across all makes. */
let modelsSoFar = 0;

/**
 * A range of make ids, most frequent first: well-known names, then `invented` ones as a long tail.
 * The first make has `mostModels`, the others have fewer, down to one.
 */
const makesOf = (firstId: number, names: string, invented: number, mostModels: number) => {
  const known = names.split(', ');
  return Array.from({length: known.length + invented}, (_, place) => {
    const models = Math.ceil(mostModels / (1 + place / 8));
    const modelsBefore = modelsSoFar;
    modelsSoFar += models;
    const name = known[place] ?? inventedMake(firstId + place);
    return {id: firstId + place * 3, name, models, modelsBefore};
  });
};

type Make = ReturnType<typeof makesOf>[number];

const cars = makesOf(
  10001,
  'VOLKSWAGEN, FORD, OPEL, TOYOTA, PEUGEOT, CITROËN, RENAULT, MAZDA, AUDI, SKODA, BMW, NISSAN, ' +
    'FIAT, VOLVO, HYUNDAI, KIA, SUZUKI, MERCEDES-BENZ, HONDA, MITSUBISHI, TESLA, SEAT, DAEWOO, ' +
    'CHEVROLET, SAAB, DACIA, MINI, LADA, Polestar, Cupra, ALFA ROMEO, ROVER, SUBARU, DAIHATSU, ' +
    'LAND ROVER, JEEP, PORSCHE, MG, BYD, LEXUS, Lynk & Co, JAGUAR, LANCIA, AUSTIN, MORRIS, ' +
    'TRIUMPH, SSANGYONG, CHRYSLER, SIMCA, NSU',
  110,
  120,
);

const heavy = makesOf(
  30001,
  'SCANIA, VOLVO, MERCEDES-BENZ, MAN, DAF, IVECO, RENAULT, SETRA, BEDFORD, MAGIRUS',
  25,
  60,
);

const trailers = makesOf(
  50001,
  'BRENDERUP, VARIANT, HOBBY, SELANDIA, THULE, FENDT, KABE, ADRIA, KRONE, SCHMITZ, HMF, ' +
    'DAPA, NOPA, BÖCKMANN, HUMBAUR, DETHLEFFS, KNAUS, HJEMMEBYGGET, EGEN KONSTRUKTION',
  110,
  60,
);

const motorcycles = makesOf(
  20001,
  'HONDA, YAMAHA, SUZUKI, KAWASAKI, HARLEY-DAVIDSON, BMW, DUCATI, TRIUMPH, KTM, NIMBUS, ' +
    'MOTO GUZZI, APRILIA, BSA, NORTON, VESPA',
  45,
  60,
);

const mopeds = makesOf(
  40001,
  'PGO, PIAGGIO, PEUGEOT, PUCH, YAMAHA, KYMCO, SYM, TOMOS, VGA, GILERA, DERBI, SKYTEAM',
  55,
  25,
);

const tractors = makesOf(
  60001,
  'MASSEY FERGUSON, JOHN DEERE, FORD, FENDT, CASE IH, NEW HOLLAND, VALTRA, DEUTZ-FAHR, CLAAS, ' +
    'KUBOTA, ZETOR, FERGUSON',
  35,
  40,
);

/**
 * The register numbers makes by kind of vehicle, so one brand may have several ids. Vans have the
 * makes of cars, buses those of trucks.
 */
const makes: Readonly<Record<Family, readonly Make[]>> = {
  car: cars,
  van: cars,
  truck: heavy,
  bus: heavy,
  trailer: trailers,
  motorcycle: motorcycles,
  moped: mopeds,
  tractor: tractors,
};

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
  const make = choice[random.rank(choice.length)] as Make;

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
