import {z} from 'zod';
import {idsOf} from './names.ts';
import type {Client} from './vehicle.ts';

const name = (what: string) =>
  z.string().optional().describe(`Name or id of the ${what}, as list_names gives it.`);

/** Vehicles are found or counted by these. */
export const filters = {
  make: name('make'),
  kind: name('kind').describe('Name or id of the kind, such as "Passenger car".'),
  usage: name('usage'),
  color: name('color'),
  fromModelYear: z.int().optional().describe('Earliest model year.'),
  toModelYear: z.int().optional().describe('Latest model year.'),
  everCarriedPlate: z.string().optional().describe('A plate that they carry or have carried.'),
};

type Filters = z.output<z.ZodObject<typeof filters>>;

/** The query of the search for these filters. Throws where a name means none or several. */
export const queryOf = async (
  client: Client,
  {make, kind, usage, color, everCarriedPlate, fromModelYear, toModelYear}: Filters,
  signal: AbortSignal,
) => {
  const ids = async (list: Parameters<typeof idsOf>[1], given: string | undefined) => {
    const text = given?.trim();
    if (text === undefined || /^\d+$/.test(text)) return text;
    return (await idsOf(client, list, text, signal)).join(',');
  };
  const [makeIds, kindIds, usageIds, colorIds] = await Promise.all([
    ids('makes', make),
    ids('kinds', kind),
    ids('usages', usage),
    ids('colors', color),
  ]);
  const query = {makeIds, kindIds, usageIds, colorIds, fromModelYear, toModelYear};
  const given = Object.entries({...query, registrationNumber: everCarriedPlate});
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};
