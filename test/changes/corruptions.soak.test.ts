import test, {type ExecutionContext} from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {GateRefused} from '#indexer/generations/check.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {promote, rollBack} from '../indexer/generations/generations.ts';
import {chance, dayAfter, idOf} from '../indexer/import/random-register.ts';
import {
  deregistered,
  isRegistered,
  ordinaryWeeks,
  set,
  type Week,
  weekFile,
} from './ordinary-weeks.ts';

type Records = readonly string[];

/** @param earlier The register as it was a long time ago. */
type Corruption = (week: Week, earlier: Week, seed: number) => Records;

type Change = (record: string) => string;

const each =
  (change: Change): Corruption =>
  ({records}) =>
    records.map(change);

/** Of the vehicles of a kind, which records have by its Danish name. */
const ofKind =
  (kind: string, change: Change): Corruption =>
  ({records}) =>
    records.map(record =>
      record.includes(`<ns:KoeretoejArtNavn>${kind}<`) ? change(record) : record,
    );

/** Of a part of the vehicles, by chance. */
const ofSome =
  (share: number, change: (record: string, week: Week) => string): Corruption =>
  (week, _, seed) =>
    week.records.map(record =>
      chance(seed, idOf(record), 'some') < share ? change(record, week) : record,
    );

const textOf = (record: string, element: string): string | undefined =>
  new RegExp(`<ns:${element}>([^<]*)`).exec(record)?.[1];

const number =
  (element: string, change: (value: number) => number): Change =>
  record =>
    set(record, element, text => String(Math.round(change(Number(text)))));

/** Names become those at the same place of the other list. */
const renamed = (record: string, from: Records, to: Records): string => {
  const names = new RegExp(`(?<=</?ns:)(?:${from.join('|')})(?=>)`, 'g');
  return record.replaceAll(names, name => to[from.indexOf(name)] ?? name);
};

const rotated = (...elements: Records): Change => {
  const to = [...elements.slice(1), ...elements.slice(0, 1)];
  return record => renamed(record, elements, to);
};

/** Texts of an element become those at the same place of the other list. */
const replaced =
  (element: string, ...[from, to]: readonly [Records, Records]): Change =>
  record =>
    set(record, element, text => to[from.indexOf(text)] ?? text);

/** Each record gets the text of the one after it. */
const shifted =
  (...elements: Records): Corruption =>
  ({records}) =>
    records.map((record, at) => {
      const next = records[(at + 1) % records.length] ?? '';
      return elements.reduce(
        (changed, element) => set(changed, element, text => textOf(next, element) ?? text),
        record,
      );
    });

const without =
  (element: string): Change =>
  record =>
    record.replaceAll(new RegExp(`<ns:${element}>[\\s\\S]*?</ns:${element}>`, 'g'), '');

const [yes, no] = ['Registreret', 'Afmeldt'];

const inverted: Change = record =>
  replaced('KoeretoejRegistreringStatus', [yes, no], [no, yes])(record);

const otherYear =
  (element: string, by: number): Change =>
  record =>
    set(record, element, date => String(Number(date.slice(0, 4)) + by) + date.slice(4));

/** What can go wrong in the register, or on the way from it, that leaves an extract well formed. */
const corruptions: Readonly<Record<string, Corruption>> = {
  'wheelbase and track widths moved to the next element': each(
    rotated(
      'KoeretoejOplysningAkselAfstand',
      'KoeretoejOplysningSporviddenForrest',
      'KoeretoejOplysningSporviddenBagest',
    ),
  ),
  'statuses inverted among vans': ofKind('Varebil', inverted),
  'plates shifted by one record': shifted('RegistreringNummerNummer'),
  'plates of a fifth exchanged': ofSome(0.2, (record, {records}) =>
    set(record, 'RegistreringNummerNummer', text => {
      const at = Math.floor(chance(text) * records.length);
      return textOf(records[at] ?? '', 'RegistreringNummerNummer') ?? text;
    }),
  ),
  'odometers divided by ten': each(number('KoeretoejMotorKilometerstand', km => km / 10)),
  'odometers of vans in kilometres': ofKind(
    'Varebil',
    number('KoeretoejMotorKilometerstand', km => km * 1000),
  ),
  'inspections a year later': each(otherYear('SynResultatSynsDato', 1)),
  'inspections of motorcycles a year earlier': ofKind(
    'Motorcykel',
    otherYear('SynResultatSynsDato', -1),
  ),
  'first registrations a day earlier': each(record =>
    set(
      record,
      'KoeretoejOplysningFoersteRegistreringDato',
      date => dayAfter(date.slice(0, 10), -1) + date.slice(10),
    ),
  ),
  'first registrations of cars on the day of the extract': (week, earlier, seed) =>
    ofKind('Personbil', record =>
      set(record, 'KoeretoejOplysningFoersteRegistreringDato', `${week.day}+01:00`),
    )(week, earlier, seed),
  'kinds renumbered': each(replaced('KoeretoejArtNummer', ['1', '3', '5'], ['3', '5', '1'])),
  'names of makes shifted by one record': shifted('KoeretoejMaerkeTypeNavn'),
  'all motorcycles of one color': ofKind('Motorcykel', record =>
    set(set(record, 'FarveTypeNummer', '4'), 'FarveTypeNavn', 'Sort'),
  ),
  'no fuels of vans': ofKind('Varebil', without('KoeretoejDrivmiddelSamlingStruktur')),
  'weights of tractors in tonnes': ofKind(
    'Traktor',
    number('KoeretoejOplysningTotalVaegt', kg => kg / 1000),
  ),
  'results of inspections exchanged': each(
    replaced('SynResultatSynsResultat', ['Godkendt', 'IkkeGodkendt'], ['IkkeGodkendt', 'Godkendt']),
  ),
  'VINs of trailers cut to ten characters': ofKind('Påhængsvogn', record =>
    set(record, 'KoeretoejOplysningStelNummer', vin => vin.slice(0, 10)),
  ),
  'each ident one more': ({records}) =>
    records.map(record => {
      const id = idOf(record);
      return record.replace(`Ident>${id}<`, `Ident>${BigInt(id) + 1n}<`);
    }),
  'idents of a tenth exchanged with the next': ({records}, _, seed) =>
    records.map((record, at) => {
      const isFirst = at % 2 === 0;
      if (chance(seed, at - (at % 2), 'pair') > 0.1) return record;
      const other = idOf(records[isFirst ? at + 1 : at - 1] ?? record);
      return record.replace(`Ident>${idOf(record)}<`, `Ident>${other}<`);
    }),
  'no caravans': ({records}) => records.filter(record => !record.includes('>Campingvogn<')),
  'model years ten years later': each(number('KoeretoejOplysningModelAar', year => year + 10)),
  'half of the inspections gone': ofSome(0.5, without('SynResultatStruktur')),
  'no leasing periods': each(record =>
    without('LeasingGyldigTil')(without('LeasingGyldigFra')(record)),
  ),
  'usages of the private and of transport exchanged': each(record =>
    replaced(
      'KoeretoejAnvendelseNummer',
      ['1', '20'],
      ['20', '1'],
    )(
      replaced(
        'KoeretoejAnvendelseNavn',
        ['Privat personkørsel', 'Godstransport'],
        ['Godstransport', 'Privat personkørsel'],
      )(record),
    ),
  ),
  'a tenth of the registered vehicles deregistered': ofSome(0.1, (record, {day}) =>
    isRegistered(record) ? deregistered(record, day) : record,
  ),
  'letters beyond ASCII lost': each(record => record.replaceAll(/[æøåÆØÅ]/g, '?')),
  'no permits': each(without('TilladelseSamling')),
  'dates of statuses all the same': each(record =>
    set(record, 'KoeretoejRegistreringStatusDato', '2012-06-05T00:00:00.000+02:00'),
  ),
  'a tenth of the vehicles as they were long ago': (week, {records}, seed) => {
    const earlier = Map.groupBy(records, idOf);
    return Array.from(Map.groupBy(week.records, idOf)).flatMap(([id, now]) =>
      chance(seed, id, 'stale') < 0.1 ? (earlier.get(id) ?? now) : now,
    );
  },
  // No more registrations and deregistrations than in a busy week: this one is imported.
  'statuses inverted among large mopeds': ofKind('Stor knallert', inverted),
};

const [weeks, vehicles] = [rounds(10, 58), rounds(1_500, 4_000)];

const tried = Object.entries(corruptions).filter((_, at) => at % rounds(3, 1) === 0);

/** What else happens: nothing is imported for two weeks, an import is rolled back, one is held and promoted. */
const isSkipped = (week: number): boolean => week % 20 === 3 || week % 20 === 4;
const isRolledBack = (week: number): boolean => week % 20 === 6;
const isHeld = (week: number): boolean => week % 20 === 8;

const failedChecks = (error: unknown): readonly string[] => {
  if (!(error instanceof GateRefused)) throw error;
  return error.checks.filter(({passed}) => !passed).map(({name, found}) => `${name}: ${found}`);
};

/** Imports weeks as an operator would. Returns how to import another one. */
const imported = async (t: ExecutionContext, ordinary: readonly Week[]) => {
  const {client, prefix} = anInstallation(t);
  const indices = {client, prefix};
  const importWeek = async (week: Week, promote = true) =>
    (await importFile(t, await weekFile(t, week), prefix, {promote})).summary;
  const rollBackOne = async () => rollBack(indices, await rollbackTarget(indices), 'a look at it');
  for (const [at, week] of ordinary.entries()) {
    if (isSkipped(at)) continue;
    const {version, checks} = await importWeek(week, !isHeld(at)).catch((error: unknown) => {
      throw new Error(`${at}: ${failedChecks(error)}`);
    });
    t.log(at, checks.find(({name}) => name === 'changes')?.found);
    if (isRolledBack(at)) await rollBackOne();
    if (isHeld(at)) await promote(indices, {version: version ?? ''});
  }
  return {importWeek, rollBackOne};
};

test('an ordinary week is imported, and of 30 corruptions two at most', async t => {
  t.timeout(7_200_000);
  const seed = soakSeed(38);
  t.log(`SOAK_SEED=${seed}`);
  const ordinary = Array.from(ordinaryWeeks(vehicles, seed).take(weeks + 1));
  const next = ordinary.pop();
  const [earlier] = ordinary;
  if (!next || !earlier) throw new Error('There are no weeks.');
  const {importWeek, rollBackOne} = await imported(t, ordinary);
  const passed: string[] = [];
  for (const [name, corrupt] of tried) {
    const week = {...next, records: corrupt(next, earlier, seed)};
    const failed = await importWeek(week).then(() => [], failedChecks);
    t.log(name, failed);
    if (failed.length > 0) continue;
    passed.push(name);
    await rollBackOne();
  }
  t.is(Object.keys(corruptions).length, 30);
  t.true(passed.length <= 2, passed.join(', '));
  t.is((await importWeek(next)).outcome, 'promoted');
});
