import test from 'ava';
import {toVehicleDocument} from '#indexer/document/to-vehicle-document.ts';
import type {RecordTree} from '#indexer/records/record-tree.ts';

const read = (record: RecordTree) => {
  const setAside: string[] = [];
  const context = {latestYear: 2027, setAside: (member: string) => setAside.push(member)};
  return {document: toVehicleDocument('1', 7, record, context), setAside};
};

const withGround = (ground: RecordTree) => read({KoeretoejOplysningGrundStruktur: ground});
const withEngine = (engine: RecordTree, rest: RecordTree = {}) =>
  withGround({KoeretoejMotorStruktur: engine, ...rest});

test('a record with nothing but its ident is a vehicle without any value', t => {
  const {document, setAside} = read({KoeretoejIdent: '1'});
  t.deepEqual(document, {
    id: '1',
    plates: [],
    isRegistered: false,
    ordinals: [7],
    details: {vehicle: {}, technicalDetails: {}},
  });
  t.deepEqual(setAside, []);
});

const odometer = test.macro({
  title: (_, raw: string, km: number | undefined) =>
    `an odometer reading of ${raw} is ${km ?? 'no'} km`,
  exec: (t, raw: string, km: number | undefined) => {
    const {document} = withEngine({KoeretoejMotorKilometerstand: raw});
    t.is(document.details.engine?.odometerReadingKm, km);
    t.is(document.details.engine?.odometerReadingRaw, raw);
  },
});

test(odometer, '0', 0);
test(odometer, '51', 51_000);
test(odometer, '2000', 2_000_000);
test(odometer, '2001', 2001);
test(odometer, '162770', 162_770);
test(odometer, '2000000', 2_000_000);
test(odometer, '2000001', undefined);
test(odometer, '99999999999', undefined);
test(odometer, 'ukendt', undefined);

const plates = test.macro({
  title: (_, spelled: string, plate: string) =>
    `the register's plate "${spelled}" is answered as ${plate}`,
  exec: (t, spelled: string, plate: string) => {
    const {document} = read({RegistreringNummerNummer: spelled});
    t.is(document.registrationNumber, plate);
    t.deepEqual(document.plates, [plate]);
  },
});

test(plates, 'ab 12-345', 'AB12345');
test(plates, 'prøve1', 'PRØVE1');
test(plates, 'AB*123', 'AB*123');
test(plates, 'ABCDEFGHIJK', 'ABCDEFGHIJK');

test('noise is left out and reported by the member it was meant for', t => {
  const {document, setAside} = withGround({
    KoeretoejOplysningTotalVaegt: '99999999',
    KoeretoejOplysningAntalDoere: '88',
    KoeretoejOplysningFoersteRegistreringDato: '1086-09-06+01:00',
    KoeretoejOplysningModelAar: '2106',
    KoeretoejOplysningNCAPTest: 'maybe',
  });
  t.deepEqual(document.details.technicalDetails, {});
  t.is(document.firstRegisteredOn, undefined);
  t.is(document.modelYear, undefined);
  t.deepEqual(setAside.toSorted(), [
    'doorCount',
    'firstRegisteredOn',
    'grossWeightKg',
    'modelYear',
    'ncapTested',
  ]);
});

test('a zero that stands for "not measured" is left out without a word', t => {
  const {document, setAside} = withEngine({
    KoeretoejMotorCylinderAntal: '0',
    KoeretoejMotorSlagVolumen: '0.0',
    KoeretoejMotorStandStoej: '0.0',
  });
  t.deepEqual(document.details.engine, {});
  t.deepEqual(setAside, []);
});

const co2 = test.macro({
  title: (_, fuel: string, text: string, value: number | null) =>
    `a CO2 of ${text} on ${fuel} is answered as ${value}`,
  exec: (t, fuel: string, text: string, value: number | null) => {
    const {document} = withEngine({
      KoeretoejDrivmiddelSamlingStruktur: {
        KoeretoejDrivmiddelSamling: {
          DrivmiddelStruktur: {
            DrivkraftTypeStruktur: {DrivkraftTypeNummer: '9', DrivkraftTypeNavn: fuel},
            KoeretoejBraendstofStruktur: {KoeretoejMiljoeOplysningCO2Udslip: text},
          },
        },
      },
    });
    t.is(document.details.engine?.fuels?.[0]?.co2GPerKm, value);
  },
});

test(co2, 'Benzin', '104.0', 104);
test(co2, 'Benzin', '0.0', null);
test(co2, 'El', '0.0', 0);
test(co2, 'Brint', '0', 0);
test(co2, 'El', 'x', null);

const aFuel = (norm: string, primary: string) => ({
  MaaleNormStruktur: {
    KoeretoejMotorMaaleNormTypeNummer: norm,
    KoeretoejMotorMaaleNormTypeNavn: norm,
  },
  KoeretoejBraendstofStruktur: {KoeretoejMotorKmPerLiter: norm},
  KoeretoejMotorDrivmiddelPrimaer: primary,
});

test('the primary fuel comes first, in whatever order and wrappers the register has them', t => {
  const {document} = withEngine({
    KoeretoejDrivmiddelSamlingStruktur: {
      KoeretoejDrivmiddelSamling: [
        {DrivmiddelStruktur: aFuel('3', 'false')},
        {DrivmiddelStruktur: [aFuel('2', 'true'), aFuel('1', 'false')]},
      ],
    },
  });
  t.deepEqual(
    document.details.engine?.fuels?.map(({measurementNorm}) => measurementNorm?.id),
    ['2', '3', '1'],
  );
  t.is(document.details.environment?.fuelEconomyKmPerL, 2);
});

test('the fuel of the old layout is read as the one primary fuel', t => {
  const {document} = withEngine(
    {
      KoeretoejMotorKmPerLiter: '11.9',
      DrivkraftTypeStruktur: {DrivkraftTypeNummer: '1', DrivkraftTypeNavn: 'Benzin'},
    },
    {KoeretoejMiljoeOplysningStruktur: {KoeretoejMiljoeOplysningCO2Udslip: '201.0'}},
  );
  t.like(document.details.engine?.fuels, [
    {type: {id: '1', name: 'Petrol'}, isPrimary: true, fuelEconomyKmPerL: 11.9, co2GPerKm: 201},
  ]);
  t.is(document.details.environment?.co2GPerKm, 201);
});

test('a vehicle has an environment record for its norm, its environment data or its consumption alone', t => {
  const environmentOf = (ground: RecordTree) => withGround(ground).document.details.environment;
  t.is(environmentOf({KoeretoejMotorStruktur: {KoeretoejMotorCylinderAntal: '4'}}), undefined);
  t.truthy(environmentOf({KoeretoejNormStruktur: {NormTypeStruktur: {NormTypeNummer: '49'}}}));
  t.truthy(
    environmentOf({
      KoeretoejMiljoeOplysningStruktur: {KoeretoejMiljoeOplysningPartikelFilter: 'true'},
    }),
  );
  t.truthy(environmentOf({KoeretoejMotorStruktur: {KoeretoejMotorKmPerLiter: '10'}}));
});

test('equipment that was asked for but is not fitted is left out', t => {
  const item = (count: string, name: string) => ({
    KoeretoejUdstyrAntal: count,
    KoeretoejUdstyrTypeStruktur: {KoeretoejUdstyrTypeNummer: '1', KoeretoejUdstyrTypeNavn: name},
  });
  const {document} = withGround({
    KoeretoejUdstyrSamlingStruktur: {
      KoeretoejUdstyrSamling: {KoeretoejUdstyrStruktur: [item('6', 'Airbags'), item('0', 'radio')]},
    },
  });
  t.deepEqual(document.details.technicalDetails.equipment, [{id: '1', name: 'Airbags', count: 6}]);
});

test('comments, owners and addresses are nowhere in a document', t => {
  const {document} = read({
    AdressePostNummer: 'SECRET',
    EjerBrugerSamling: {EjerBruger: {PersonKoen: 'SECRET'}},
    KoeretoejOplysningGrundStruktur: {KoeretoejOplysningKommentar: 'SECRET'},
    TilladelseSamling: {
      Tilladelse: {
        TilladelseStruktur: {
          TilladelseKommentar: 'SECRET',
          TilladelseTypeStruktur: {TilladelseTypeNummer: '1', TilladelseTypeNavn: 'Tempo 100'},
          TilladelseTypeDetaljeValg: {KunGodkendtForJuridiskEnhed: {CPR: 'SECRET'}},
        },
      },
    },
  });
  t.false(JSON.stringify(document).includes('SECRET'));
  t.is(document.details.technicalDetails.permits?.length, 1);
});

test('a flag may be written as a word or as a digit, and is set aside when it is neither', t => {
  const flagOf = (text: string) => {
    const {document, setAside} = withGround({KoeretoejOplysningNCAPTest: text});
    return {value: document.details.technicalDetails.ncapTested, setAside};
  };
  t.deepEqual(flagOf('1'), {value: true, setAside: []});
  t.deepEqual(flagOf('true'), {value: true, setAside: []});
  t.deepEqual(flagOf('0'), {value: false, setAside: []});
  t.deepEqual(flagOf('ja'), {value: undefined, setAside: ['ncapTested']});
});
