import {inventedMake} from './names.ts';
import type {Family} from './profiles.ts';

export type Make = {
  readonly id: number;
  readonly name: string;
  readonly models: number;
  /** How many models the makes before have: with it a model has a number across all makes. */
  readonly modelsBefore: number;
};

let modelsSoFar = 0;

/**
 * A range of make ids, most frequent first: well-known names, then `invented` ones as the long tail.
 * The first make has `mostModels`, the others have fewer, down to one.
 */
const makesOf = (firstId: number, names: string, invented: number, mostModels: number) => {
  const known = names.split(', ');
  return Array.from({length: known.length + invented}, (_, place): Make => {
    const models = Math.ceil(mostModels / (1 + place / 8));
    const modelsBefore = modelsSoFar;
    modelsSoFar += models;
    const name = known[place] ?? inventedMake(firstId + place);
    return {id: firstId + place * 3, name, models, modelsBefore};
  });
};

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
export const makes: Readonly<Record<Family, readonly Make[]>> = {
  car: cars,
  van: cars,
  truck: heavy,
  bus: heavy,
  trailer: trailers,
  motorcycle: motorcycles,
  moped: mopeds,
  tractor: tractors,
};
