import {extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFile} from '../helpers/extracts/files.ts';
import type {Scope} from '../helpers/scope.ts';
import {chance, dayAfter, idOf} from '../indexer/import/random-register.ts';

/** Of each vehicle, its records. */
type Vehicles = ReadonlyMap<string, readonly string[]>;

export type Week = {
  readonly day: string;
  /** In the order of the extract. */
  readonly records: readonly string[];
};

/** Sets the text of an element wherever a record has it. */
export const set = (
  record: string,
  element: string,
  to: string | ((text: string) => string),
): string =>
  record.replaceAll(
    new RegExp(`(?<=<ns:${element}>)[^<]*`, 'g'),
    typeof to === 'string' ? () => to : to,
  );

export const isRegistered = (record: string): boolean =>
  record.includes('KoeretoejRegistreringStatus>Registreret<');

const withStatus = (record: string, status: string, day: string): string => {
  const time = `${day}T10:00:00.000+01:00`;
  const changed = set(
    set(record, 'KoeretoejRegistreringStatus', status),
    'KoeretoejOplysningStatus',
    status,
  );
  return set(
    set(changed, 'KoeretoejRegistreringStatusDato', time),
    'KoeretoejOplysningStatusDato',
    time,
  );
};

const expiry = /\s*<ns:RegistreringNummerUdloebDato>[^<]*<\/ns:RegistreringNummerUdloebDato>/;

export const deregistered = (record: string, day: string): string =>
  withStatus(record.replace(expiry, ''), 'Afmeldt', day).replace(
    '</ns:RegistreringNummerNummer>',
    `$&<ns:RegistreringNummerUdloebDato>${day}+01:00</ns:RegistreringNummerUdloebDato>`,
  );

const registered = (record: string, day: string): string =>
  withStatus(record.replace(expiry, ''), 'Registreret', day);

const inspected = (record: string, day: string, at: number): string => {
  const isLower = at < 0.003;
  const dated = set(
    set(record, 'SynResultatSynsDato', `${day}+01:00`),
    'SynResultatSynStatusDato',
    `${day}+01:00`,
  );
  return set(dated, 'KoeretoejMotorKilometerstand', km =>
    String(isLower ? Math.floor(Number(km) / 2) : Number(km) + 5 + Math.floor(at * 40)),
  );
};

const plus = (by: number) => (value: string) => String(Number(value) + by);

type Event = {
  /** Of the records that it can happen to, in an average week. */
  readonly rate: number;
  readonly can?: (record: string) => boolean;
  readonly change: (record: string, day: string, at: number) => string;
};

/**
 * What happens in the register in a week, about as often as there: 2 % of the vehicles change, of whom two in five are
 * registered.
 */
const events: Readonly<Record<string, Event>> = {
  deregistered: {rate: 0.006, can: isRegistered, change: deregistered},
  registered: {
    rate: 0.0035,
    can: record => record.includes('KoeretoejRegistreringStatus>Afmeldt<'),
    change: registered,
  },
  sold: {
    rate: 0.007,
    can: isRegistered,
    change: (record, day) =>
      set(record, 'KoeretoejRegistreringStatusDato', `${day}T12:00:00.000+01:00`),
  },
  inspected: {
    rate: 0.018,
    can: record => isRegistered(record) && record.includes('SynResultatSynsDato'),
    change: inspected,
  },
  corrected: {
    rate: 0.0001,
    change: record => set(record, 'SynResultatSynsResultat', 'IkkeGodkendt'),
  },
  replated: {
    rate: 0.0008,
    can: isRegistered,
    change: (record, _, at) =>
      set(record, 'RegistreringNummerNummer', `ZZ${10_000 + Math.floor(at * 89_999)}`),
  },
  used: {
    rate: 0.0005,
    change: (record, _, at) =>
      record.replace(/(?<=<ns:KoeretoejAnvendelseNavn>)[^<]*/, `Anvendelse ${Math.floor(at * 9)}`),
  },
  painted: {
    rate: 0.0002,
    change: (record, _, at) => set(record, 'FarveTypeNavn', `Farve ${Math.floor(at * 9)}`),
  },
  leased: {
    rate: 0.001,
    change: (record, day) =>
      set(
        set(record, 'LeasingGyldigFra', `${day}+01:00`),
        'LeasingGyldigTil',
        `${dayAfter(day, 1000)}+01:00`,
      ),
  },
  reclassified: {rate: 0.0002, change: record => set(record, 'KoeretoejModelTypeNavn', 'EN ANDEN')},
  identified: {rate: 0.00005, change: record => set(record, 'KoeretoejOplysningModelAar', '2020')},
  measured: {rate: 0.001, change: record => set(record, 'KoeretoejOplysningTotalVaegt', plus(10))},
  permitted: {
    rate: 0.001,
    change: (record, day) => set(record, 'TilladelseGyldigTil', `${day}T00:00:00.000+01:00`),
  },
};

/** How much happens in a week: little at Christmas, and now and then half as much again. */
const intensity = (day: string, seed: number, event: string): number => {
  const isChristmas = /-12-2[5-9]|-12-3/.test(day);
  return (
    (isChristmas ? 0.15 : 0.6 + 0.9 * chance(seed, day)) * (0.7 + 0.6 * chance(seed, day, event))
  );
};

const nextRecords = (records: readonly string[], id: string, day: string, seed: number) => {
  if (chance(seed, id, day, 'removed') < 0.0003) return [];
  const happens = Object.entries(events).filter(
    ([name, {rate, can = () => true}]) =>
      chance(seed, id, day, name) < rate * intensity(day, seed, name) && records.some(can),
  );
  return records.map(record =>
    happens.reduce(
      (changed, [name, {change}]) => change(changed, day, chance(seed, id, day, name, 'at')),
      record,
    ),
  );
};

/** The weeks of a register that begins with about so many vehicles. */
export function* ordinaryWeeks(vehicles: number, seed: number): Generator<Week, never> {
  // A fourth of them comes later. What is dated after the first weeks would be set aside until its year comes.
  const records = someRecords(Math.round(vehicles * 1.25), 1 + (seed % 1000));
  const all = Map.groupBy(
    records.filter(record => !/(?:FoersteRegistreringDato|ModelAar)>2026/.test(record)),
    idOf,
  );
  let current: Vehicles = new Map(Array.from(all).filter(([id]) => chance(seed, id) < 0.8));
  for (let week = 0; ; week += 1) {
    const day = dayAfter('2025-10-05', week * 7);
    const next = Array.from(all, ([id, records]): [string, readonly string[]] => {
      const known = current.get(id);
      if (week === 0 || known) return [id, known ? nextRecords(known, id, day, seed) : []];
      return [
        id,
        chance(seed, id, day, 'comes') < 0.012 * intensity(day, seed, 'comes') ? records : [],
      ];
    });
    current = new Map(next.filter(([, records]) => records.length > 0));
    yield {day, records: Array.from(current.values()).flat()};
  }
}

/** The extract of a week, under the name that the register gives it. */
export const weekFile = async (t: Scope, {day, records}: Week): Promise<string> =>
  aFile(
    t,
    await extractZip(records),
    `ESStatistikListeModtag-${day.replaceAll('-', '')}-031500.zip`,
  );
