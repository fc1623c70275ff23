import type {Family} from './code-lists.ts';

/**
 * A range of make ids. The register numbers makes by kind of vehicle, so one brand may have several
 * ids. Well-known names come first, most frequent first; `invented` more follow as the long tail.
 */
export type MakeRange = {
  readonly firstId: number;
  readonly names: readonly string[];
  readonly invented: number;
  /** Models of the most frequent make; the others have fewer, down to one. */
  readonly models: number;
};

const words = (text: string): readonly string[] => text.split(', ');

const cars: MakeRange = {
  firstId: 10001,
  names: words(
    'VOLKSWAGEN, FORD, OPEL, TOYOTA, PEUGEOT, CITROËN, RENAULT, MAZDA, AUDI, SKODA, BMW, NISSAN, ' +
      'FIAT, VOLVO, HYUNDAI, KIA, SUZUKI, MERCEDES-BENZ, HONDA, MITSUBISHI, TESLA, SEAT, DAEWOO, ' +
      'CHEVROLET, SAAB, DACIA, MINI, LADA, Polestar, Cupra, ALFA ROMEO, ROVER, SUBARU, DAIHATSU, ' +
      'LAND ROVER, JEEP, PORSCHE, MG, BYD, LEXUS, Lynk & Co, JAGUAR, LANCIA, AUSTIN, MORRIS, ' +
      'TRIUMPH, SSANGYONG, CHRYSLER, SIMCA, NSU',
  ),
  invented: 110,
  models: 120,
};

const heavy: MakeRange = {
  firstId: 30001,
  names: words('SCANIA, VOLVO, MERCEDES-BENZ, MAN, DAF, IVECO, RENAULT, SETRA, BEDFORD, MAGIRUS'),
  invented: 25,
  models: 60,
};

const trailers: MakeRange = {
  firstId: 50001,
  names: words(
    'BRENDERUP, VARIANT, HOBBY, SELANDIA, THULE, FENDT, KABE, ADRIA, KRONE, SCHMITZ, HMF, ' +
      'DAPA, NOPA, BÖCKMANN, HUMBAUR, DETHLEFFS, KNAUS, HJEMMEBYGGET, EGEN KONSTRUKTION',
  ),
  invented: 110,
  models: 60,
};

const motorcycles: MakeRange = {
  firstId: 20001,
  names: words(
    'HONDA, YAMAHA, SUZUKI, KAWASAKI, HARLEY-DAVIDSON, BMW, DUCATI, TRIUMPH, KTM, NIMBUS, ' +
      'MOTO GUZZI, APRILIA, BSA, NORTON, VESPA',
  ),
  invented: 45,
  models: 60,
};

const mopeds: MakeRange = {
  firstId: 40001,
  names: words(
    'PGO, PIAGGIO, PEUGEOT, PUCH, YAMAHA, KYMCO, SYM, TOMOS, VGA, GILERA, DERBI, SKYTEAM',
  ),
  invented: 55,
  models: 25,
};

const tractors: MakeRange = {
  firstId: 60001,
  names: words(
    'MASSEY FERGUSON, JOHN DEERE, FORD, FENDT, CASE IH, NEW HOLLAND, VALTRA, DEUTZ-FAHR, CLAAS, ' +
      'KUBOTA, ZETOR, FERGUSON',
  ),
  invented: 35,
  models: 40,
};

/** Vans carry the makes of cars, buses those of trucks. */
export const makeRanges: Readonly<Record<Family, MakeRange>> = {
  car: cars,
  van: cars,
  truck: heavy,
  bus: heavy,
  trailer: trailers,
  motorcycle: motorcycles,
  moped: mopeds,
  tractor: tractors,
};
