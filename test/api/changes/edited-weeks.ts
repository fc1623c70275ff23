import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {readConfig} from '#indexer/config.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {Answer} from '../../helpers/api/start-api.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import type {Scope} from '../../helpers/scope.ts';
import {rollBack} from '../../indexer/generations/generations.ts';

const idOf = (record: string): string => /KoeretoejIdent>(\d+)</.exec(record)?.[1] ?? '';

const elements = ['RegistreringNummerNummer>', 'FarveTypeNummer>', 'KoeretoejMaerkeTypeNummer>'];

const byVehicle = Map.groupBy(someRecords(60), idOf);

/** Registered vehicles of one record, which have a plate, a color and a make, by id in ascending order. */
export const editable: readonly string[] = Array.from(byVehicle)
  .filter(
    ([, [record = '', ...others]]) =>
      others.length === 0 &&
      record.includes('KoeretoejRegistreringStatus>Registreret<') &&
      elements.every(element => record.includes(element)),
  )
  .map(([id]) => id)
  .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));

type Edit = (record: string) => string;

export const edits = {
  gone: () => '',
  deregistered: record =>
    record.replace(/(KoeretoejRegistreringStatus>)Registreret</, '$1Afmeldt<'),
  colored: record => record.replace(/(FarveTypeNummer>)[^<]*/, '$199'),
} as const satisfies Readonly<Record<string, Edit>>;

export const replated =
  (plate: string): Edit =>
  record =>
    record.replace(/(RegistreringNummerNummer>)[^<]*/, `$1${plate}`);

export const leasedUntil =
  (day: string): Edit =>
  record =>
    record.replace('</ns:Statistik>', `<ns:LeasingGyldigTil>${day}</ns:LeasingGyldigTil>$&`);

/** The value of an element of a vehicle before any edit. */
export const original = (id: string, element: string): string =>
  new RegExp(`${element}>([^<]*)<`).exec(byVehicle.get(id)?.[0] ?? '')?.[1] ?? '';

/** Extracts of some vehicles, each a day newer than the one before, of which a test says what became of some of them. */
export const editedWeeks = (t: Scope) => {
  const {client, prefix} = anInstallation(t);
  let day = 1;
  return {
    client,
    prefix,
    put: async (
      edited: Readonly<Record<string, Edit>> = {},
      env: Readonly<Record<string, string>> = {},
    ) => {
      day += 1;
      const records = Array.from(byVehicle, ([id, all]) => all.map(edited[id] ?? (same => same)));
      const name = `ESStatistikListeModtag-202611${String(day).padStart(2, '0')}-031500.xml`;
      const file = await aFile(t, extractXml(records.flat()), name);
      const given: Partial<ImportOptions> = {
        indexing: {
          ...importOptions('').indexing,
          changes: readConfig(env).indexing.changes,
          generationsKept: 10,
        },
        force: 'edits are no weeks of the register',
      };
      await importFile(t, file, prefix, given);
    },
    rollBack: async () => {
      const target = await rollbackTarget({client, prefix});
      await rollBack({client, prefix}, target, 'a test');
    },
  };
};

type Change = {
  readonly serial: number;
  readonly vehicleId: string;
  readonly kinds: readonly string[];
  readonly members: readonly {readonly name: string}[];
};

type Page = {
  readonly data: readonly Change[];
  readonly next: string | null;
  readonly serial: number;
};

export const pageIn = ({status, body}: Answer): Page => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Page;
};

/** Each change by its release, its vehicle and its kinds. */
export const shown = (answer: Answer) =>
  pageIn(answer).data.map(({serial, vehicleId, kinds}) => [serial, vehicleId, kinds.join()]);
