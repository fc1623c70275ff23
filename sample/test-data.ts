import {type TestCase, testCases} from '#core/domain/test-cases.ts';
import {dateText, dayOf, momentText} from './dates.ts';
import {recordElements} from './record.ts';
import {documentEnd, documentStart, sampleRecords} from './sample-records.ts';
import {type Elements, toXml} from './xml.ts';

/** The vehicles besides the cases, for searches and lists. */
const others = {vehicles: 200, seed: 1};

const groundName = 'KoeretoejOplysningGrundStruktur';

/** A registered car with nearly every member. */
const car = recordElements({seed: 1, number: 2006, snapshot: 0});

const groundOf = (record: Elements): Elements => record[groundName] as Elements;

const withGround = (record: Elements, changes: Elements): Elements => ({
  ...record,
  [groundName]: {...groundOf(record), ...changes},
});

const lastDay = dayOf(2019, 5, 6);

const deregistered = (record: Elements, status: string): Elements => ({
  ...withGround(record, {KoeretoejOplysningStatus: status}),
  RegistreringNummerUdloebDato: dateText(lastDay),
  KoeretoejRegistreringStatus: 'Afmeldt',
  KoeretoejRegistreringStatusDato: momentText(lastDay, 36_000),
});

/** A record with only the members that find it. */
const bare = (record: Elements): Elements => ({
  KoeretoejIdent: record['KoeretoejIdent'],
  RegistreringNummerNummer: record['RegistreringNummerNummer'],
  [groundName]: {
    KoeretoejOplysningStelNummer: groundOf(record)['KoeretoejOplysningStelNummer'],
  },
});

/** CO2 and consumption are read from the fuels, which are part of the engine. */
const withoutEnvironment = (record: Elements): Elements => {
  const engine = groundOf(record)['KoeretoejMotorStruktur'] as Elements;
  return withGround(record, {
    KoeretoejMiljoeOplysningStruktur: undefined,
    KoeretoejNormStruktur: undefined,
    KoeretoejMotorStruktur: {...engine, KoeretoejDrivmiddelSamlingStruktur: undefined},
  });
};

/** The differences of some cases' records from that of the car, by number. */
const changes: Readonly<Record<number, (record: Elements) => Elements>> = {
  20002: record => deregistered(record, 'Afmeldt'),
  20003: record => deregistered(record, 'Skrottet'),
  20004: bare,
  20400: record => withGround(record, {KoeretoejMotorStruktur: undefined}),
  20401: record => ({...record, SynResultatStruktur: undefined}),
  20402: withoutEnvironment,
};

const recordOf = ({number, id, plate, vin}: TestCase): string => {
  const record = withGround(
    {...car, KoeretoejIdent: id, RegistreringNummerNummer: plate},
    {KoeretoejOplysningStelNummer: vin},
  );
  const change = changes[number] ?? (unchanged => unchanged);
  return toXml({Statistik: change(record)}, '    ');
};

/** The data of the test environment as an extract of the register, in XML. It is the same each time. */
export const testData = (): string => {
  const vehicles = testCases.filter(({answer}) => answer === 'vehicle' || answer === 'late');
  return [documentStart, ...vehicles.map(recordOf), ...sampleRecords(others), documentEnd].join('');
};
