import test from 'ava';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {read, withEngine, withGround} from './read-record.ts';

test('a record with nothing but its ident is a vehicle without any value', t => {
  const {document, setAside} = read({KoeretoejIdent: '1'});
  t.deepEqual(document, aVehicleDocument({id: '1', isRegistered: false}));
  t.deepEqual(setAside, []);
});

test('a document begins with its vehicle, whole, and the number of its bytes', t => {
  const spelled = 'Æ"\\\n';
  const {document} = withGround({KoeretoejOplysningStelNummer: spelled});
  const [[, bytes] = [], [, vehicle] = []] = Object.entries(document);
  t.deepEqual(Object.keys(document).slice(0, 2), ['vehicleBytes', 'vehicle']);
  t.deepEqual(Object.keys(vehicle as object), Object.keys(VehicleResponse.shape));
  t.is(bytes, new TextEncoder().encode(JSON.stringify(vehicle)).length);
  t.like(vehicle, {vin: spelled.trim(), registrationNumber: null, plates: []});
});

const odometer = test.macro({
  title: (_, raw: string, km: number | undefined) =>
    `an odometer reading of ${raw} is ${km ?? 'no'} km`,
  exec: (t, raw: string, km: number | undefined) => {
    const {document} = withEngine({KoeretoejMotorKilometerstand: raw});
    t.is(document.engine?.odometerReadingKm, km);
    t.is(document.engine?.odometerReadingRaw, raw);
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
    t.is(document.vehicle.registrationNumber, plate);
    t.deepEqual(document.vehicle.plates, [plate]);
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
  t.deepEqual(document.technicalDetails, {});
  t.is(document.vehicle.firstRegisteredOn, null);
  t.is(document.vehicle.modelYear, null);
  t.deepEqual(setAside.toSorted(), [
    'doorCount',
    'firstRegisteredOn',
    'grossWeightKg',
    'modelYear',
    'ncapFiveStars',
  ]);
});

test('a zero that stands for "not measured" is left out without a word', t => {
  const {document, setAside} = withEngine({
    KoeretoejMotorCylinderAntal: '0',
    KoeretoejMotorSlagVolumen: '0.0',
    KoeretoejMotorStandStoej: '0.0',
  });
  t.deepEqual(document.engine, {});
  t.deepEqual(setAside, []);
});

test('what a vehicle may tow, also 0, is a value, and a tow bar says nothing about it', t => {
  for (const [flag, towBarFitted] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const {document, setAside} = withGround({
      KoeretoejOplysningTilkoblingMulighed: flag,
      KoeretoejOplysningTilkoblingsvaegtUdenBremser: '0',
      KoeretoejOplysningTilkoblingsvaegtMedBremser: '1700',
      KoeretoejOplysningVogntogVaegt: '0',
    });
    const towing = {towingWeightUnbrakedKg: 0, towingWeightBrakedKg: 1700};
    t.deepEqual(document.technicalDetails, {towBarFitted, ...towing});
    t.deepEqual(setAside, []);
  }
});

const usages = (primary: string | undefined, ...listed: readonly string[]) => {
  const usage = (id: string) => ({
    KoeretoejAnvendelseNummer: id,
    KoeretoejAnvendelseNavn: `U${id}`,
  });
  return read({
    ...(primary && {KoeretoejAnvendelseStruktur: usage(primary)}),
    KoeretoejAnvendelseSamlingStruktur: {
      KoeretoejAnvendelseSamling: {KoeretoejAnvendelseStruktur: listed.map(usage)},
    },
  }).document;
};

test('of usages without a primary one, that with the lowest id is answered and found', t => {
  const document = usages(undefined, '101', '40', '42');
  t.is(document.vehicle.usage?.id, '40');
  t.is(document.vehicle.usage?.originalName, 'U40');
  const ids = document.technicalDetails.usages?.map(({id}) => id);
  t.deepEqual(ids, ['101', '40', '42']);
});

test('the primary usage is answered, whatever others the register lists', t => {
  t.is(usages('42', '40', '42').vehicle.usage?.id, '42');
  t.is(usages(undefined).vehicle.usage, null);
});

test('equipment that was asked for but is not fitted is left out, and that without a readable count is there once', t => {
  const item = (count: string) => ({
    KoeretoejUdstyrAntal: count,
    KoeretoejUdstyrTypeStruktur: {KoeretoejUdstyrTypeNavn: count},
  });
  const {document} = withGround({
    KoeretoejUdstyrSamlingStruktur: {
      KoeretoejUdstyrSamling: {
        KoeretoejUdstyrStruktur: ['2.0', '0', '0x10', '1e1', '-1', '1.5'].map(item),
      },
    },
  });
  t.deepEqual(document.technicalDetails.equipment, [
    {id: null, name: '2.0', count: 2},
    {id: null, name: '0x10', count: 1},
    {id: null, name: '1e1', count: 10},
  ]);
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
  t.is(document.technicalDetails.permits?.length, 1);
});

test('a flag may be written as a word or as a digit, and is set aside when it is neither', t => {
  const flagOf = (text: string) => {
    const {document, setAside} = withGround({KoeretoejOplysningNCAPTest: text});
    return {value: document.technicalDetails.ncapFiveStars, setAside};
  };
  t.deepEqual(flagOf('1'), {value: true, setAside: []});
  t.deepEqual(flagOf('true'), {value: true, setAside: []});
  t.deepEqual(flagOf('0'), {value: false, setAside: []});
  t.deepEqual(flagOf('ja'), {value: undefined, setAside: ['ncapFiveStars']});
});
