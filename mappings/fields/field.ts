import {z} from 'zod';

/** How the indexer reads the register's text for a member (`indexer/document/read-fields.ts`). */
export type FieldKind = 'integer' | 'decimal' | 'flag' | 'text' | 'day' | 'instant' | 'word';

type Range = readonly [least: number, most: number];

/** The documentation of a member (`docs/fields.md`, OpenAPI) and the register element it is read from. */
export type FieldNotes = {
  /** Path below `Statistik`, without prefix. Several elements are joined by ` + `. */
  readonly element: string;
  readonly description: string;
  readonly example: unknown;
  readonly unit?: string;
  /** Absent for members that `indexer/document/` builds from several elements. */
  readonly kind?: FieldKind;
  /** The plausible range; the indexer drops a number outside it, so the API returns null. */
  readonly range?: Range;
  /** A day or year that cannot be later than the extract. */
  readonly past?: true;
};

/** The path of an element in the vehicle's main structure. */
export const ground = (name: string) => `KoeretoejOplysningGrundStruktur/${name}`;

export const fieldNotes = z.registry<FieldNotes>();

/** Notes belong to one member, so a schema that several members share is cloned for each. */
const noted = <Schema extends z.ZodType>(schema: Schema, notes: FieldNotes): Schema => {
  const own = schema.clone() as Schema;
  fieldNotes.add(own, notes);
  return own;
};

type Numeric = {readonly example: number; readonly unit?: string} & Pick<FieldNotes, 'past'>;

export const integer = (element: string, range: Range, notes: Numeric, description: string) =>
  noted(z.int().min(range[0]).max(range[1]), {
    element,
    description,
    kind: 'integer',
    range,
    ...notes,
  });

export const decimal = (element: string, range: Range, notes: Numeric, description: string) =>
  noted(z.number().min(range[0]).max(range[1]), {
    element,
    description,
    kind: 'decimal',
    range,
    ...notes,
  });

export const flag = (element: string, description: string) =>
  noted(z.boolean(), {element, description, kind: 'flag', example: true});

export const text = (element: string, example: string, description: string) =>
  noted(z.string(), {element, description, kind: 'text', example});

/** A register enum in English. It is open: a word without a translation stays in Danish. */
export const word = (element: string, example: string, description: string) =>
  noted(z.string(), {element, description, kind: 'word', example});

export const day = (
  element: string,
  example: string,
  description: string,
  past: Pick<FieldNotes, 'past'> = {},
) => noted(z.iso.date(), {element, description, kind: 'day', example, ...past});

export const instant = (element: string, example: string, description: string) =>
  noted(z.iso.datetime({offset: true}), {element, description, kind: 'instant', example});

/** A member that `indexer/document/` builds by hand, from one element or several. */
export const built = <Schema extends z.ZodType>(
  schema: Schema,
  element: string,
  example: z.input<Schema>,
  description: string,
) => noted(schema, {element, description, example});

/** Readings up to 2,000 are thousands of km, up to 2,000,000 km; anything above is noise. */
export const odometerReadingKm = (element: string) =>
  built(
    z.int().min(0).max(2_000_000),
    element,
    51_000,
    'Odometer reading in km. The register counts in thousands: a value up to 2000 is multiplied by 1000, a value up to 2000000 is taken as km, and anything above is null.',
  );

export const odometerReadingRaw = (element: string) =>
  text(element, '51', 'The odometer reading exactly as the register has it.');
