import test, {type ExecutionContext} from 'ava';
import {GateRefused} from '#indexer/generations/check.ts';
import type {ImportOptions} from '#indexer/import.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {fileScope} from '../../helpers/scope.ts';

/** Enough cars that each important member occurs in a thousand of them. */
const records = someRecords(3600).filter(record => record.includes('>Personbil<'));

/** The extract as it is after the register put these elements into a new one, as fuels in 2021. */
const afterMoving = (...elements: readonly string[]): Buffer => {
  const tags = new RegExp(`<ns:(${elements.join('|')})>[^]*?</ns:\\1>`, 'g');
  return extractXml(records.map(record => record.replace(tags, '<ns:Ny>$&</ns:Ny>')));
};

const scope = fileScope(test);
const {prefix, indices, vehicles} = anInstallation(scope);
let before: Awaited<ReturnType<typeof indices>>;

test.before('one extract is live', async () => {
  const name = 'ESStatistikListeModtag-20261115-031500.xml';
  await importFile(scope, await aFile(scope, extractXml(records), name), prefix);
  before = await indices();
});

/** Imports an extract of the week after, which must be refused with the new elements, and returns what the check found. */
const refusal = async (
  t: ExecutionContext,
  content: Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<string> => {
  const file = await aFile(t, content, 'ESStatistikListeModtag-20261122-031500.xml');
  const refused = await t.throwsAsync(importFile(scope, file, prefix, options), {
    instanceOf: GateRefused,
  });
  const check = refused?.checks.find(({name}) => name === 'completeness');
  t.false(check?.passed);
  t.regex(check?.advice ?? '', /Unknown elements in this extract: (?:\S+\/)?Ny \([\d,]+ records\)/);
  return check?.found ?? '';
};

type Moved = readonly (readonly [member: string, element: string])[];

const namesMembers = test.macro({
  title: (_, moved: Moved) =>
    `the refusal of an extract in which ${moved.map(([member]) => member).join(', ')} moved names each`,
  async exec(t, moved: Moved) {
    const elements = moved.map(([, element]) => element);
    const found = await refusal(t, afterMoving(...elements), {dryRun: true});
    for (const [member] of moved) {
      t.regex(
        found,
        new RegExp(`[ :]${member} of Passenger car \\(in \\d\\.\\d\\d % of the records, `),
      );
    }
  },
});

const important: Moved = Object.entries({
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
/** A refusal tells five names, and fuels that moved take two others with them. */
const together = 3;
for (let from = 0; from < important.length; from += together) {
  test.serial(namesMembers, important.slice(from, from + together));
}

const leavesNothing = test.macro({
  title: (_, what: string) => `an extract whose ${what} moved does not go live, and leaves nothing`,
  async exec(t, _what: string, elements: readonly string[], words: RegExp) {
    t.regex(await refusal(t, afterMoving(...elements)), words);
    t.deepEqual(await indices(), before, 'neither an index nor an alias is left or moved');
    t.true((await vehicles()) > 2000);
  },
});

test.serial(
  leavesNothing,
  'fuels',
  ['KoeretoejDrivmiddelSamlingStruktur'],
  /engine\.fuels of Passenger car \(in 0\.\d\d % of the records, in 100\.00 % of the live ones\)/,
);
const weights = 'TotalVaegt TekniskTotalVaegt EgenVaegt KoereklarVaegtMinimum'.split(' ');
test.serial(
  leavesNothing,
  'weights',
  weights.map(weight => `KoeretoejOplysning${weight}`),
  /^fewer values: technicalDetails\.grossWeightKg of .*, technicalDetails\.unladenWeightKg of/,
);
test.serial(
  leavesNothing,
  'inspections',
  ['SynResultatStruktur'],
  /inspection\.date of Passenger car \(.*\), inspection\.result of Passenger car/,
);

const checked = async (t: ExecutionContext, given: Partial<ImportOptions>) => {
  const others = someRecords(3600, 2).filter(record => record.includes('>Personbil<'));
  const file = await aFile(t, extractXml(others), 'ESStatistikListeModtag-20261122-031500.xml');
  const {summary} = await importFile(scope, file, prefix, {...given, dryRun: true});
  return summary.checks.find(({name}) => name === 'completeness');
};

test.serial('an extract of other cars is as complete as the live one', async t => {
  t.like(await checked(t, {}), {
    passed: true,
    limit:
      'at least 95 % of the live share, less what chance explains (GATE_MIN_COMPLETENESS_PERCENT)',
  });
});

test.serial('a limited import is not compared', async t => {
  t.is(await checked(t, {limit: 1500}), undefined);
});
