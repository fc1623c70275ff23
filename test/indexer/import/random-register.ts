import {createHash} from 'node:crypto';
import {RecordRejected} from '#indexer/read/source-record.ts';
import {extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';
import type {Scope} from '../../helpers/scope.ts';

/** A number from 0 to 1 that follows from the words alone. */
export const chance = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join()).digest().readUInt32LE() / 2 ** 32;

export const pick = <Item>(items: readonly Item[], ...words: readonly (string | number)[]): Item =>
  items[Math.floor(chance(...words) * items.length)] as Item;

export const idOf = (record: string): string => /KoeretoejIdent>(\d+)/.exec(record)?.[1] ?? '';

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const inside = (record: string, xml: string): string =>
  record.replace('</ns:Statistik>', `${xml}</ns:Statistik>`);

/** What can happen to a record from one week to the next. */
const changes: readonly ((record: string, day: string, salt: number) => string)[] = [
  (record, day) =>
    record.replace(/(KoeretoejRegistreringStatusDato>)[^<]*/, `$1${day}T10:00:00.000+01:00`),
  (record, _, salt) =>
    record
      .replace(/(FarveTypeNummer>)[^<]*/, `$1${90 + (salt % 5)}`)
      .replace(/(FarveTypeNavn>)[^<]*/, `$1Farve ${salt % 5}`),
  (record, _, salt) => record.replace(/(KoeretoejModelTypeNavn>)[^<]*/, `$1MODEL ${salt % 7}`),
  // An inspection that lies ahead, a permit that ends soon, a year that has not come.
  (record, day, salt) =>
    record.replace(/(SynResultatSynsDato>)[^<]*/, `$1${dayAfter(day, salt % 20)}`),
  (record, day, salt) =>
    record.replace(/(TilladelseGyldigTil>)[^<]*/g, `$1${dayAfter(day, salt % 20)}`),
  record => record.replace(/(KoeretoejOplysningModelAar>)[^<]*/, '$12028'),
  // Values and elements that are left out.
  record => record.replace(/(KoeretoejOplysningTotalVaegt>)[^<]*/, '$1-5'),
  (record, _, salt) => inside(record, `<ns:Ny${salt % 3}>1</ns:Ny${salt % 3}>`),
  // Nothing that is stored.
  record => inside(record, '<!-- checked -->'),
  (record, _, salt) => inside(record, `<ns:EjerBrugerSamling>${salt}</ns:EjerBrugerSamling>`),
  // Not a record any more.
  record => record.replace('<ns:KoeretoejArtNavn>', '<ns:KoeretoejArtNavn'),
];

const anotherLeasing = (record: string, day: string): string =>
  record.replace(
    /(<\/ns:KoeretoejAnvendelseStruktur>)/,
    `$1<ns:LeasingGyldigFra>${day}+01:00</ns:LeasingGyldigFra>`,
  );

type Vehicles = ReadonlyMap<string, readonly string[]>;

const nextRecords = (records: readonly string[], id: string, day: string): readonly string[] => {
  const at = chance(id, day);
  const salt = Math.floor(chance(id, day, 'salt') * 1000);
  const [first = ''] = records;
  if (at < 0.01) return [];
  if (at < 0.05) return [pick(changes, id, day, 'change')(first, day, salt), ...records.slice(1)];
  if (at < 0.06) return [...records, anotherLeasing(first, day)];
  if (at < 0.07) return [...records, pick(changes, id, day, 'other')(first, day, salt)];
  if (at < 0.075) return [...records, first];
  if (at < 0.09) return records.slice(0, 1);
  if (at < 0.1) return records.slice(-1);
  return records;
};

/** The register a week later: each vehicle with its records. */
const nextWeek = (vehicles: Vehicles, all: Vehicles, day: string): Vehicles =>
  new Map(
    Array.from(all, ([id, records]) => {
      const current = vehicles.get(id) ?? [];
      const comes = current.length === 0 && chance(id, day, 'new') < 0.02;
      return [id, comes ? records : nextRecords(current, id, day)] as const;
    }),
  );

const inOrder = (records: readonly string[], day: string): readonly string[] =>
  chance(day, 'order') < 0.5
    ? records
    : records.toSorted((a, b) => chance(a, day) - chance(b, day));

/** A record as a line of JSON; nothing of one that cannot be read. */
const jsonOf = (record: string): string => {
  try {
    return `${JSON.stringify(treeOf(record))}\n`;
  } catch (error) {
    if (error instanceof RecordRejected) return '';
    throw error;
  }
};

/** The extract of a week, mostly as the register writes it. */
const contentOf = async (vehicles: Vehicles, day: string, week: number): Promise<Buffer> => {
  const records = inOrder(Array.from(vehicles.values()).flat(), day);
  if (week % 10 !== 5) return await extractZip(records);
  return Buffer.from(records.map(jsonOf).join(''));
};

/** The extracts of a random register, week after week. */
export async function* randomExtracts(
  t: Scope,
  {vehicles, seed}: {readonly vehicles: number; readonly seed: number},
): AsyncGenerator<string, never> {
  const all = Map.groupBy(someRecords(vehicles, seed), idOf);
  let current: Vehicles = new Map(Array.from(all).filter(([id]) => chance(id, seed) > 0.1));
  for (let week = 0; ; week += 1) {
    const day = dayAfter('2020-12-06', week * 7);
    if (week > 0) current = nextWeek(current, all, day);
    const content = await contentOf(current, day, week);
    yield await aFile(t, content, `ESStatistikListeModtag-${day.replaceAll('-', '')}-031500.zip`);
  }
}
