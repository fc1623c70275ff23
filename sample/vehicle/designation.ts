import {hashOf, type Random, randomFor} from '../random.ts';
import {code, type Elements} from '../xml.ts';
import type {Life} from './life.ts';
import type {Family} from './profiles.ts';

const starts =
  'AL BEL CAR DOR EL FAL GRAN HAV IS KAL LUN MAR NOR OR PAL RAV SOL TOR ULV VES YD'.split(' ');
const middles = 'A E I O A DE LI NO RA TI VE BØ LÆ SKÅ MØ'.split(' ');
const ends = 'DA GO LIS MO NA RIS TA TON VIA X BO CK LAND STER VIG'.split(' ');
const prefixes = 'A C E F GT I K R S T X Z'.split(' ');
const trims = 'AVANT,COUPE,COMBI,STC.,GRAND,SPORT,CABRIOLET,PLUS,KASSEVOGN,LADVOGN'.split(',');
const equipmentLines =
  'ACTIVE COMFORT EDITION ELEGANCE FAMILY GL GLS HIGHLINE LX SE SPORT STYLE'.split(' ');
const drives = 'D,TDI,HDI,T-GDI,TSI,I,E,CRDI,DCI,XDRIVE,QUATTRO'.split(',');

/** Takes one digit after another off a hash, so that a name follows from a number alone. */
const dice = (hash: number) => {
  let rest = hash;
  const below = (limit: number): number => {
    const digit = rest % limit;
    rest = Math.floor(rest / limit);
    return digit;
  };
  return {below, from: (names: readonly string[]): string => names[below(names.length)] ?? ''};
};

const word = ({from}: ReturnType<typeof dice>): string => from(starts) + from(middles) + from(ends);

/** An invented brand, like `SOLNORIS`. */
const inventedMake = (id: number): string => {
  const name = word(dice(hashOf(id, 11)));
  return name + (hashOf(id, 12) % 9 === 0 ? ' & SØN' : '');
};

/** Like `A 6 AVANT`, `3'ER-SERIE`, `GRANLITON`. */
const modelName = (id: number): string => {
  const throws = dice(hashOf(id, 21));
  const style = throws.below(10);
  if (style === 0) return `${throws.below(7) + 1}'ER-SERIE`;
  if (style === 1) return `${throws.below(7) + 1} SERIE`;
  if (style < 5) return `${throws.from(prefixes)} ${throws.below(90) * 10 + 10}`;
  const name = word(throws);
  return style < 8 ? name : `${name} ${throws.from(trims)}`;
};

/** Like `1,0 T-GDI 100 HK 5 DØRS`; the register often has `UOPLYST`. */
const variantName = (id: number): string => {
  const throws = dice(hashOf(id, 31));
  const style = throws.below(10);
  if (style < 3) return 'UOPLYST';
  const litres = `${throws.below(4) + 1},${throws.below(10)}`;
  if (style < 5) return litres;
  const engine = `${litres} ${throws.from(drives)}`;
  if (style < 7) return `${engine} ${throws.from(equipmentLines)}`;
  return `${engine} ${throws.below(20) * 10 + 60} HK ${throws.below(4) + 2} DØRS`;
};

/** Like `AAKAAC`: trailers have no engine to be named after. */
const trailerVariantName = (id: number): string => {
  const {below} = dice(hashOf(id, 31));
  if (below(10) < 3) return 'UOPLYST';
  return Array.from({length: 6}, () => 'ACEKMR'[below(6)]).join('');
};

/** The manufacturer's code of a type, like `4F`; the first type of a variant has none. */
const typeName = (id: string, serial: number): string => {
  if (serial === 0) return 'UOPLYST';
  const hash = hashOf(Number(id.slice(-9)), 41 + id.length);
  return hash.toString(36).slice(0, 3).toUpperCase();
};

/** The number of models so far, which gives a model a number across all makes. */
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

/**
 * The makes by family. The register numbers makes by kind of vehicle, so one brand may have several ids.
 * Vans have the makes of cars, buses those of trucks.
 */
const makes: Readonly<Record<Family, readonly Make[]>> = {
  car: cars,
  van: cars,
  truck: heavy,
  bus: heavy,
  trailer: makesOf(
    50001,
    'BRENDERUP, VARIANT, HOBBY, SELANDIA, THULE, FENDT, KABE, ADRIA, KRONE, SCHMITZ, HMF, ' +
      'DAPA, NOPA, BÖCKMANN, HUMBAUR, DETHLEFFS, KNAUS, HJEMMEBYGGET, EGEN KONSTRUKTION',
    110,
    60,
  ),
  motorcycle: makesOf(
    20001,
    'HONDA, YAMAHA, SUZUKI, KAWASAKI, HARLEY-DAVIDSON, BMW, DUCATI, TRIUMPH, KTM, NIMBUS, ' +
      'MOTO GUZZI, APRILIA, BSA, NORTON, VESPA',
    45,
    60,
  ),
  moped: makesOf(
    40001,
    'PGO, PIAGGIO, PEUGEOT, PUCH, YAMAHA, KYMCO, SYM, TOMOS, VGA, GILERA, DERBI, SKYTEAM',
    55,
    25,
  ),
  tractor: makesOf(
    60001,
    'MASSEY FERGUSON, JOHN DEERE, FORD, FENDT, CASE IH, NEW HOLLAND, VALTRA, DEUTZ-FAHR, CLAAS, ' +
      'KUBOTA, ZETOR, FERGUSON',
    35,
    40,
  ),
};

const variantsPerModel = 8;
const typesPerVariant = 3;

/** One in eight models has an id that does not start with that of its make, like the newer ids. */
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

/** One name in a thousand is spelled differently from those of other vehicles with its id. */
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
