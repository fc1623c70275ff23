import {z} from 'zod';

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

/** Numbers are ids. What names mean is known to the API, which says if one means nothing. */
const byNameOrId = (filter: string, given: string | undefined) => {
  const text = given?.trim();
  return /^\d+$/.test(text ?? '') ? {[`${filter}Id`]: text} : {[filter]: text};
};

/** The query of the search for these filters. */
export const queryOf = ({
  make,
  kind,
  usage,
  color,
  everCarriedPlate: registrationNumber,
  fromModelYear,
  toModelYear,
}: Filters) => {
  const given = Object.entries({
    ...byNameOrId('make', make),
    ...byNameOrId('kind', kind),
    ...byNameOrId('usage', usage),
    ...byNameOrId('color', color),
    fromModelYear,
    toModelYear,
    registrationNumber,
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};
