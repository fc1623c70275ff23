import test from 'ava';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {checkCompleteness} from '#indexer/generations/completeness-checks.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {registerHead} from '../read/register-xml.ts';

/** Enough cars that each important member occurs in a thousand of them. */
const records = someRecords(3600).filter(record => record.includes('>Personbil<'));

const read = (xml: string) => {
  const {slots, prepare} = batchPreparer('2026-11-15');
  const block = {bytes: new Uint8Array(Buffer.from(xml)), offset: 0};
  const {completeness, unknownElements} = prepare(
    recordReader(registerHead, slots)(block),
    new ArrayBuffer(65_536),
  );
  return {completeness, counts: {unknownElements}};
};

const live = {mappingVersion, completeness: read(records.join('')).completeness};

/** By the members that count, the element that each is read from. */
const important = Object.entries({
  vin: 'KoeretoejOplysningStelNummer',
  registrationNumber: 'RegistreringNummerNummer',
  registrationStatusOriginal: 'KoeretoejRegistreringStatus',
  registrationStatusDate: 'KoeretoejRegistreringStatusDato',
  firstRegisteredOn: 'KoeretoejOplysningFoersteRegistreringDato',
  make: 'KoeretoejMaerkeTypeNummer',
  model: 'Model',
  color: 'KoeretoejFarveStruktur',
  usage: 'KoeretoejAnvendelseStruktur',
  'technicalDetails.grossWeightKg': 'KoeretoejOplysningTotalVaegt',
  'technicalDetails.technicalGrossWeightKg': 'KoeretoejOplysningTekniskTotalVaegt',
  'technicalDetails.kerbWeightMinKg': 'KoeretoejOplysningKoereklarVaegtMinimum',
  'technicalDetails.unladenWeightKg': 'KoeretoejOplysningEgenVaegt',
  'engine.fuels': 'KoeretoejDrivmiddelSamlingStruktur',
  'engine.maxPowerKw': 'KoeretoejMotorStoersteEffekt',
  'engine.odometerReadingKm': 'KoeretoejMotorKilometerstand',
  'environment.co2GPerKm': 'KoeretoejMiljoeOplysningCO2Udslip',
  'environment.fuelEconomyKmPerL': 'KoeretoejMotorKmPerLiter',
  'environment.emissionStandard': 'KoeretoejNormStruktur',
  'inspection.date': 'SynResultatSynsDato',
  'inspection.result': 'SynResultatSynsResultat',
});

for (const [member, element] of important) {
  test(`an extract in which ${member} moved does not pass, and is told with its new element`, t => {
    const tags = new RegExp(`<ns:(${element})>[^]*?</ns:\\1>`, 'g');
    const moved = records.map(record => record.replace(tags, '<ns:Ny>$&</ns:Ny>'));
    const {passed, found, advice} = checkCompleteness(read(moved.join('')), live, 95);
    t.false(passed);
    t.regex(
      found,
      new RegExp(`[ :]${member} of Passenger car \\(in \\d\\.\\d\\d % of the records, `),
    );
    t.regex(advice, /Unknown elements in this extract: (?:\S+\/)?Ny \([\d,]+ records\)/);
  });
}

test('an extract of other cars is as complete as the live one', t => {
  const others = someRecords(3600, 2).filter(record => record.includes('>Personbil<'));
  t.true(checkCompleteness(read(others.join('')), live, 95).passed);
});
