import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {vehiclesWithoutOrdinals} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {aRecord} from '../read/register-xml.ts';

const element = (name: string, content: string) => `<ns:${name}>${content}</ns:${name}>`;
const ground = (content: string) => element('KoeretoejOplysningGrundStruktur', content);
const firstRegistered = (day: string) =>
  ground(element('KoeretoejOplysningFoersteRegistreringDato', day));
const modelYear = (year: string) => ground(element('KoeretoejOplysningModelAar', year));
const weight = (text: string) => ground(element('KoeretoejOplysningTotalVaegt', text));
const motor = (content: string) => ground(element('KoeretoejMotorStruktur', content));
const petrol = element(
  'DrivkraftTypeStruktur',
  element('DrivkraftTypeNummer', '1') + element('DrivkraftTypeNavn', 'Benzin'),
);
const fuel = (kmPerLitre: string) =>
  element(
    'DrivmiddelStruktur',
    petrol +
      element('KoeretoejBraendstofStruktur', element('KoeretoejMotorKmPerLiter', kmPerLitre)),
  );
const fuels = (...content: readonly string[]) =>
  content
    .map(items =>
      element('KoeretoejDrivmiddelSamlingStruktur', element('KoeretoejDrivmiddelSamling', items)),
    )
    .join('');
const equipment = (name: string) =>
  element(
    'KoeretoejUdstyrSamling',
    element(
      'KoeretoejUdstyrStruktur',
      element('KoeretoejUdstyrTypeStruktur', element('KoeretoejUdstyrTypeNavn', name)),
    ),
  );

type Document = Omit<VehicleDocument, 'ordinals'>;

type Expected = {
  readonly record: string;
  /** What the vehicle is to have; null or undefined is absent. */
  readonly has: (document: Document) => unknown;
  readonly expected: unknown;
};

/** Whether a document holds its id and nothing else. */
const isEmpty = (document: Document): boolean => {
  const {id} = document.vehicle;
  const {ordinals: _, ...empty} = aVehicleDocument({id, isRegistered: false});
  return isDeepStrictEqual(document, empty);
};

const day = ({vehicle}: Document) => vehicle.firstRegisteredOn;
const year = ({vehicle}: Document) => vehicle.modelYear;
const mass = ({technicalDetails}: Document) => technicalDetails.grossWeightKg;
const economies = ({engine}: Document) =>
  engine?.fuels?.map(({fuelEconomyKmPerL}) => fuelEconomyKmPerL);

/** By what is odd about the record. */
const oddities: Readonly<Record<string, Expected>> = {
  'nothing but its ident': {record: '', has: ({vehicle}) => vehicle.plates, expected: []},
  'no VIN and no date': {
    record: element('RegistreringNummerNummer', 'ZZ10001'),
    has: ({vehicle}) => [vehicle.vin, vehicle.registrationNumber],
    expected: [null, 'ZZ10001'],
  },
  'no plate': {
    record: ground(element('KoeretoejOplysningStelNummer', ' tst0 ')),
    has: ({vehicle}) => [vehicle.vin, vehicle.registrationNumber],
    expected: ['TST0', null],
  },
  'the day 0001-01-01': {record: firstRegistered('0001-01-01'), has: day, expected: null},
  'a day in summer time': {
    record: firstRegistered('2020-07-12+02:00'),
    has: day,
    expected: '2020-07-12',
  },
  'an offset in place of a day': {record: firstRegistered('+02:00'), has: day, expected: null},
  'a day in the year 3015': {
    record: firstRegistered('3015-01-01+01:00'),
    has: day,
    expected: null,
  },
  'the model year 3015': {record: modelYear('3015'), has: year, expected: null},
  'the model year 1086': {record: modelYear('1086'), has: year, expected: null},
  'a status time with an offset that no clock has': {
    record: element('KoeretoejRegistreringStatusDato', '2020-01-01T10:00:00+18:30'),
    has: ({vehicle}) => vehicle.registrationStatusDate,
    expected: null,
  },
  'the number of a kind of 40,000 characters': {
    record: element('KoeretoejArtNummer', 'x'.repeat(40_000)),
    has: ({vehicle}) => vehicle.kind,
    expected: null,
  },
  'a weight with a comma': {record: weight('1250,5'), has: mass, expected: undefined},
  'a weight with an exponent': {record: weight('1.25E3'), has: mass, expected: 1250},
  'a weight beyond 32 bits': {record: weight('99999999999'), has: mass, expected: undefined},
  'a remark of 5,000 characters': {
    record: ground(element('KoeretoejOplysningKommentar', 'æ &amp; x'.repeat(625))),
    has: isEmpty,
    expected: true,
  },
  'empty elements, and a list of nothing': {
    record: `<ns:RegistreringNummerNummer/>${ground('<ns:KoeretoejMotorStruktur/>')}<ns:TilladelseSamling><ns:Tilladelse/></ns:TilladelseSamling>`,
    has: isEmpty,
    expected: true,
  },
  'its fuel in the old layout': {
    record: motor(petrol + element('KoeretoejMotorKmPerLiter', '11.9')),
    has: economies,
    expected: [11.9],
  },
  'its fuels in one wrapper': {
    record: motor(fuels(fuel('1') + fuel('2'))),
    has: economies,
    expected: [1, 2],
  },
  'its fuels in repeated wrappers': {
    record: motor(fuels(fuel('1'), '', fuel('2') + fuel('3'))),
    has: economies,
    expected: [1, 2, 3],
  },
  'its equipment in repeated wrappers': {
    record: ground(
      element('KoeretoejUdstyrSamlingStruktur', equipment('ABS') + equipment('radio')) +
        element('KoeretoejUdstyrSamlingStruktur', equipment('turbo')),
    ),
    has: ({technicalDetails}) => technicalDetails.equipment?.map(({name}) => name),
    expected: ['ABS', 'radio', 'turbo'],
  },
  'an engine, and another': {
    record: ground(
      element('KoeretoejMotorStruktur', element('KoeretoejMotorCylinderAntal', '4')) +
        element('KoeretoejMotorStruktur', element('KoeretoejMotorCylinderAntal', '6')),
    ),
    has: ({engine}) => engine?.cylinderCount,
    expected: 4,
  },
  'the name of a kind of 40,000 characters': {
    record: element('KoeretoejArtNummer', '1') + element('KoeretoejArtNavn', 'x'.repeat(40_000)),
    has: ({vehicle}) => vehicle.kind?.id,
    expected: '1',
  },
};

const records = Object.values(oddities).map(({record}, n) => aRecord(String(n + 1), `${record}\n`));

test('a record that is odd in one value is a vehicle without that value, and stops nothing', async t => {
  const {client, prefix, summary} = await importFile(
    t,
    await anExtractFile(t, extractXml(records)),
  );
  t.like(summary, {records: records.length, vehicles: records.length, rejects: 0});
  t.deepEqual(summary.setAside, {
    firstRegisteredOn: 3,
    modelYear: 2,
    grossWeightKg: 2,
    registrationStatusDate: 1,
  });
  const vehicles = await vehiclesWithoutOrdinals(client, prefix);
  for (const [n, [oddity, {has, expected}]] of Object.entries(oddities).entries()) {
    const document = vehicles.find(({vehicle}) => vehicle.id === String(n + 1));
    t.deepEqual(document && has(document), expected, `with ${oddity}`);
  }
});
