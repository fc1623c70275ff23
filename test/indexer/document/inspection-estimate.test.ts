import {readFileSync} from 'node:fs';
import test from 'ava';
import {ExtractDay} from '#indexer/document/extract-day.ts';
import {
  estimateInspection,
  type InspectionFacts,
  inspectionRules,
} from '#indexer/document/inspection-estimate.ts';
import {exportedDocument} from '#indexer/document/to-vehicle-document.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {contentJson, VehicleContent} from '#mappings/vehicle-document.ts';
import {read} from './read-record.ts';

const car: InspectionFacts = {
  kind: 'Personbil',
  usage: 'Privat personkørsel',
  grossWeightKg: 1750,
  firstRegisteredOn: '2020-03-12',
  permits: [],
  inspection: undefined,
};

const approved = (date: string) => ({
  type: 'PeriodiskSyn',
  result: 'Godkendt',
  status: 'Aktiv',
  date,
});
const permit = (name: string, from?: string, until?: string) => ({
  permits: [{name, from, until}],
});

/** The day of the extract. */
const today = '2026-11-15';
const day = () => new ExtractDay(today);

const follows = test.macro({
  title: (_, what: string, rule: string) => `${what} follows ${rule}`,
  exec(t, _what: string, rule: string, facts: Partial<InspectionFacts>) {
    t.is(estimateInspection({...car, ...facts}, day())?.rule, rule);
  },
});

const year = {firstRegisteredOn: '2025-03-12'};
const van = {...year, kind: 'Varebil'};
const taxi = {...year, usage: 'Taxikørsel'};
const goods = {...van, usage: 'Godstransport privat/erhverv'};
const ambulance = {...year, usage: 'Ambulancekørsel', grossWeightKg: undefined};
const trailer = {...year, kind: 'Påhængsvogn', grossWeightKg: 3501};
const hire = 'Udlejning Uden Fører';
const forSomeDays = permit(hire, undefined, '2026-12-01');
test(follows, 'a private car', 'FourYearsThenEveryTwo', {...year});
test(follows, 'a car of 3,500 kg', 'FourYearsThenEveryTwo', {...year, grossWeightKg: 3500});
test(follows, 'a van for goods', 'FourYearsThenEveryTwo', goods);
test(follows, 'a taxi', 'EveryYear', taxi);
test(follows, 'a taxi for hire', 'EveryYear', {...taxi, ...permit(hire)});
test(follows, 'a taxi for hire, for some days more,', 'EveryYear', {...taxi, ...forSomeDays});
test(follows, 'an ambulance of any weight', 'EveryYear', ambulance);
test(follows, 'a bus', 'EveryYear', {...year, kind: 'Stor personbil', usage: undefined});
test(follows, 'a truck', 'EveryYear', {...year, kind: 'Lastbil', grossWeightKg: 3501});
test(follows, 'a heavy trailer', 'EveryYear', trailer);
test(follows, 'a van used as a private bus', 'EveryYear', {...van, usage: 'Privat buskørsel'});
for (const name of [hire, 'Øvelseskørsel']) {
  test(follows, `a van with a permit for ${name}`, 'EveryTwoYears', {...van, ...permit(name)});
  test(follows, `a car with a permit for ${name}, once inspected,`, 'EveryTwoYears', {
    inspection: approved('2024-03-05'),
    ...permit(name),
  });
}
for (const [what, from, until] of [
  ['ended', undefined, '2026-11-14'],
  ['begins later', '2026-11-16', undefined],
] as const) {
  for (const name of [hire, 'Veterankørsel', 'Udrykningskørsel']) {
    test(follows, `a car whose permit for ${name} ${what}`, 'FourYearsThenEveryTwo', {
      ...year,
      ...permit(name, from, until),
    });
  }
}
const beginsToday = permit('Øvelseskørsel', '2026-11-15');
test(follows, 'a van whose permit begins today', 'EveryTwoYears', {...van, ...beginsToday});
for (const kind of ['Personbil', 'Varebil', 'Motorcykel']) {
  test(follows, `an emergency vehicle (${kind}), by its permit alone,`, 'EveryYear', {
    ...year,
    kind,
    grossWeightKg: undefined,
    ...permit('Udrykningskørsel'),
  });
}
test(follows, 'a veteran', 'VeteranEveryEightYears', {
  firstRegisteredOn: '1986-03-12',
  ...permit('Veterankørsel'),
});

const isUnsure = test.macro({
  title: (_, what: string) => `nothing is estimated for ${what}`,
  exec(t, _what: string, facts: Partial<InspectionFacts>) {
    t.is(estimateInspection({...car, ...year, ...facts}, day()), undefined);
  },
});

/** Its periodic inspections began before those that the tests name. */
const older = {firstRegisteredOn: '2020-03-12'};

test(isUnsure, 'a car above 3,500 kg', {grossWeightKg: 3501});
test(isUnsure, 'a car without a weight', {grossWeightKg: undefined});
test(isUnsure, 'a car without a usage', {usage: undefined});
test(isUnsure, 'a car of a usage that is not named', {usage: 'Særlig anvendelse'});
test(isUnsure, 'a truck of 3,500 kg', {kind: 'Lastbil', grossWeightKg: 3500});
test(isUnsure, 'a light trailer', {kind: 'Påhængsvogn', grossWeightKg: 3500});
for (const kind of ['Motorcykel', 'Traktor', 'Lille knallert', 'Campingvogn', '']) {
  test(isUnsure, `the kind "${kind}"`, {kind});
}
for (const name of [hire, 'Øvelseskørsel']) {
  test(isUnsure, `the first inspection of a car with a permit for ${name}`, permit(name));
}
for (const name of [hire, 'Øvelseskørsel', 'Veterankørsel', 'Udrykningskørsel']) {
  test(isUnsure, `a permit for ${name} that ends`, permit(name, undefined, '2027-01-31'));
  test(isUnsure, `a permit for ${name} that ends today`, permit(name, undefined, today));
}
/** A car whose last inspection was as usual, but for this. */
const inspectedBut = (odd: Partial<NonNullable<InspectionFacts['inspection']>>) => ({
  ...older,
  inspection: {...approved('2026-01-02'), ...odd},
});
for (const status of ['Annulleret', 'AnnulleretEfterFristForErindringA', 'Noget nyt']) {
  test(isUnsure, `a car whose inspection is ${status}`, inspectedBut({status}));
}
const regular = 'FourYearsThenEveryTwo';
test(isUnsure, 'a car whose inspection lies ahead', inspectedBut({date: '2026-11-16'}));
test(follows, 'a car that was inspected today', regular, inspectedBut({date: today}));
test(follows, 'a car whose inspection has no status', regular, inspectedBut({status: undefined}));
test(isUnsure, 'a car that did not pass', inspectedBut({result: 'IkkeGodkendt'}));
test(isUnsure, 'a car with a registration inspection', inspectedBut({type: 'RegistreringsSyn'}));
test(isUnsure, 'a car with an inspection without a date', inspectedBut({date: undefined}));

const isDue = test.macro({
  title: (_, firstRegisteredOn: string, inspectedOn: string | undefined, due: string | undefined) =>
    `first registered on ${firstRegisteredOn}, inspected on ${inspectedOn}: due on ${due}`,
  exec(t, firstRegisteredOn: string, inspectedOn: string | undefined, due: string | undefined) {
    const inspection = inspectedOn === undefined ? undefined : approved(inspectedOn);
    const estimate = estimateInspection({...car, firstRegisteredOn, inspection}, day());
    t.is(estimate?.date, due);
  },
});

test(isDue, '2024-02-29', undefined, '2028-02-29');
test(isDue, '2022-03-01', '2026-02-28', '2028-02-28');
test(isDue, '2020-01-10', '2024-02-29', '2026-02-28');
test(isDue, '2022-05-31', '2026-03-31', '2028-03-31');
test(isDue, '2022-05-31', '2026-03-30', undefined);
test(isDue, '2022-02-15', '2025-12-15', '2027-12-15');
test(isDue, '2022-02-15', '2025-12-14', undefined);
test(isDue, '2021-03-12', '2021-03-12', '2025-03-12');
test(isDue, '2021-03-12', '2020-03-12', '2025-03-12');
test(isDue, '2020-12-31', undefined, undefined);
test(isDue, '2021-01-01', undefined, '2025-01-01');

test('what it was derived from is told', t => {
  t.deepEqual(estimateInspection({...car, inspection: approved('2024-03-05')}, day()), {
    date: '2026-03-05',
    rule: 'FourYearsThenEveryTwo',
    lastInspectedOn: '2024-03-05',
    grossWeightKg: 1750,
  });
  t.like(estimateInspection({...car, ...year}, day()), {lastInspectedOn: null});
});

const veteranDue = test.macro({
  title: (_, inspectedOn: string, due: string, countsFrom: string | null) =>
    `a veteran of 1986 that was inspected on ${inspectedOn} is due on ${due}, counted from ${countsFrom}`,
  exec(t, inspectedOn: string, due: string, countsFrom: string | null) {
    const facts = {...car, firstRegisteredOn: '1986-03-12', ...permit('Veterankørsel')};
    t.like(estimateInspection({...facts, inspection: approved(inspectedOn)}, day()), {
      date: due,
      lastInspectedOn: countsFrom,
    });
  },
});

test(veteranDue, '2024-03-05', '2026-03-12', null);
test(veteranDue, '2026-03-05', '2034-03-05', '2026-03-05');

test('docs/inspection-estimate.md has the rules as they are, in their order', t => {
  const page = readFileSync(
    new URL('../../../docs/inspection-estimate.md', import.meta.url),
    'utf8',
  );
  const rows = Array.from(page.matchAll(/^\| `(\w+)` \| (\d+) years? \| (\d+) years? \|/gm));
  t.deepEqual(
    rows.map(([, rule = '', first, interval]) => [rule, Number(first), Number(interval)]),
    inspectionRules.map(({rule, first, interval}) => [rule, first, interval]),
  );
});

const vehicle = {
  KoeretoejRegistreringStatus: 'Registreret',
  KoeretoejArtNummer: '1',
  KoeretoejArtNavn: 'Personbil',
  KoeretoejAnvendelseStruktur: {
    KoeretoejAnvendelseNummer: '1',
    KoeretoejAnvendelseNavn: 'Privat personkørsel',
  },
  KoeretoejOplysningGrundStruktur: {
    KoeretoejOplysningTotalVaegt: '1750',
    KoeretoejOplysningFoersteRegistreringDato: '2020-03-12+01:00',
  },
};

const inspected = (date: string, status: string): RecordTree => ({
  ...vehicle,
  SynResultatStruktur: {
    SynResultatSynsType: 'PeriodiskSyn',
    SynResultatSynsDato: date,
    SynResultatSynsResultat: 'Godkendt',
    SynResultatSynStatus: status,
  },
});

const last = inspected('2024-03-05+01:00', 'Aktiv');

const emergency = (from?: string, until?: string): RecordTree => ({
  ...last,
  TilladelseSamling: {
    Tilladelse: {
      TilladelseStruktur: {
        TilladelseTypeStruktur: {
          TilladelseTypeNummer: '99',
          TilladelseTypeNavn: 'Udrykningskørsel',
        },
        ...(from !== undefined && {TilladelseGyldigFra: from}),
        ...(until !== undefined && {TilladelseGyldigTil: until}),
      },
    },
  },
});

const facts = {lastInspectedOn: '2024-03-05', grossWeightKg: 1750};
const usual = {rule: 'FourYearsThenEveryTwo', date: '2026-03-05', ...facts};
const everyYear = {rule: 'EveryYear', date: '2025-03-05', ...facts};

type Read = readonly [what: string, record: RecordTree, estimate: object | null, exported?: object];

const ofRecords: readonly Read[] = [
  ['an inspection', last, usual],
  ['one that was cancelled', inspected('2024-03-05+01:00', 'Annulleret'), null],
  ['one that lies ahead', inspected('2026-11-16+01:00', 'Aktiv'), null],
  ['a permit in force', emergency('2020-03-12T10:21:15.000+01:00'), everyYear],
  ['one that begins later', emergency('2026-11-16T00:00:00.000+01:00'), usual],
  ['one that ended', emergency(undefined, '2026-11-14T00:00:00.000+01:00'), usual],
  ['one that ends today', emergency(undefined, '2026-11-15T00:00:00.000+01:00'), null],
  ['one whose end cannot be read', emergency(undefined, 'en dag'), null, everyYear],
];

for (const [what, record, estimate, exported = estimate] of ofRecords) {
  test(`of a record, and of what is exported of it, the estimate is by the day of the extract: ${what}`, t => {
    const {document} = read(record);
    const content = VehicleContent.parse(JSON.parse(contentJson(document)));
    const again = exportedDocument(content, day());
    t.deepEqual<unknown, unknown>(document.vehicle.nextInspectionEstimate, estimate);
    t.deepEqual<unknown, unknown>(again.vehicle.nextInspectionEstimate, exported);
  });
}
