import {z} from 'zod';
import type {Client} from './vehicle.ts';

const name = (what: string) =>
  z.string().optional().describe(`Name or id of the ${what}, as list_names gives it.`);

/** Vehicles are found or counted by these. */
export const Filters = z.object({
  make: name('make'),
  kind: name('kind').describe('Name or id of the kind, such as "Passenger car".'),
  usage: name('usage'),
  color: name('color'),
  fromModelYear: z.int().optional().describe('Earliest model year.'),
  toModelYear: z.int().optional().describe('Latest model year.'),
  everCarriedPlate: z.string().optional().describe('A plate that they carry or have carried.'),
});

type Entry = {readonly id: string; readonly name: string; readonly originalName?: string};

/** The entries that a name can mean. Makes are many, and found by the start of a name; other lists are short. */
const entriesFor = async (
  client: Client,
  list: 'makes' | 'colors' | 'kinds' | 'usages',
  name: string,
  signal: AbortSignal,
): Promise<readonly Entry[]> => {
  const query = {pageSize: 50, ...(list === 'makes' && {q: name})};
  return (await client.collect(`/v1/${list}`, {params: {query}, signal})).data;
};

/** A name that no list has, or several times. The message says which there are. */
class UnknownName extends Error {}

const isNamed = ({name, originalName}: Entry, wanted: string): boolean =>
  [name, originalName].some(each => each?.toLowerCase() === wanted);

/** The id of an entry, given that or its name. */
const idOf = async (
  client: Client,
  list: 'makes' | 'colors' | 'kinds' | 'usages',
  given: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const wanted = given?.trim().toLowerCase();
  if (wanted === undefined || /^\d+$/.test(wanted)) return wanted;
  const entries = await entriesFor(client, list, wanted, signal);
  const [found, another] = entries.filter(entry => isNamed(entry, wanted));
  if (found !== undefined && another === undefined) return found.id;
  const start = wanted.slice(0, 2);
  const similar = (await entriesFor(client, list, start, signal)).filter(({name}) =>
    name.toLowerCase().startsWith(start),
  );
  const names = similar.slice(0, 20).map(({id, name}) => `${name} (${id})`);
  throw new UnknownName(
    `${found ? 'Several' : 'None'} of the ${list} ${found ? 'are' : 'is'} named ${given}. ` +
      (names.length === 0 ? 'See list_names.' : `There are ${names.join(', ')}.`),
  );
};

/** The query of the search for these filters. Throws `UnknownName`. */
export const queryOf = async (
  client: Client,
  {
    make,
    kind,
    usage,
    color,
    everCarriedPlate,
    fromModelYear,
    toModelYear,
  }: z.output<typeof Filters>,
  signal: AbortSignal,
) => {
  const [makeId, kindId, usageId, colorId] = await Promise.all([
    idOf(client, 'makes', make, signal),
    idOf(client, 'kinds', kind, signal),
    idOf(client, 'usages', usage, signal),
    idOf(client, 'colors', color, signal),
  ]);
  const query = {makeId, kindId, usageId, colorId, fromModelYear, toModelYear};
  const given = Object.entries({...query, registrationNumber: everCarriedPlate});
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};
