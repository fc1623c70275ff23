import {z} from 'zod';

/** How the indexer reads the register's text for a member (`indexer/document/record-fields.ts`). */
export type FieldKind = 'integer' | 'decimal' | 'flag' | 'text' | 'day' | 'instant' | 'word';

type Range = readonly [least: number, most: number];

/** The documentation of a member (`docs/fields.md`, OpenAPI) and the register element that it is read from. */
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

/** The path of the element that a member is declared with. */
export const elementOf = (schema: z.ZodType): string => fieldNotes.get(schema)?.element ?? '';

/** Notes belong to one member, so a schema that several members share is cloned for each. */
const noted = <Schema extends z.ZodType>(schema: Schema, notes: FieldNotes): Schema => {
  const own = schema.clone() as Schema;
  fieldNotes.add(own, notes);
  return own;
};

type More = Pick<FieldNotes, 'unit' | 'range' | 'past'>;

/** A member that `indexer/document/` builds by hand, from one element or several. */
export const built = <Schema extends z.ZodType>(
  schema: Schema,
  element: string,
  example: z.input<Schema>,
  description: string,
  more: More = {},
) => noted(schema, {element, description, example, ...more});

/** Builders of members that are read from elements whose paths begin with `path`. */
export const fieldsBelow = (path: string) => {
  const field =
    <Schema extends z.ZodType>(kind: FieldKind, schema: Schema) =>
    (name: string, example: z.input<Schema>, description: string, more: More = {}) =>
      noted(schema, {element: path + name, description, kind, example, ...more});

  const ranged =
    (kind: FieldKind, schema: z.ZodNumber) =>
    (name: string, range: Range, example: number, description: string, more: More = {}) =>
      field(kind, schema.min(range[0]).max(range[1]))(name, example, description, {...more, range});

  const text = field('text', z.string());

  return {
    integer: ranged('integer', z.int()),
    decimal: ranged('decimal', z.number()),
    flag: (name: string, claim: string) =>
      field('flag', z.boolean())(name, true, `Whether ${claim}.`),
    text,
    /** A register enum in English. It is open: a word without a translation stays in Danish. */
    word: (name: string, example: string, words: string) =>
      field('word', z.string())(
        name,
        example,
        `${words} Words without a translation are returned in Danish.`,
      ),
    originalWord: (name: string, example: string, noun: string) =>
      text(name, example, `The register's own word for the ${noun}.`),
    day: field('day', z.iso.date()),
    instant: field('instant', z.iso.datetime({offset: true})),
    odometerReading: (name: string) => ({
      odometerReadingKm: built(
        z.int().min(0).max(2_000_000),
        path + name,
        51_000,
        'Odometer reading. The register counts thousands of km, so a whole number up to 2000 is multiplied by 1000. A few readings are in km: a whole number from 2001 to 2000000 is used as it is. Anything else is null. A reading in km below 2001 is mistaken for thousands; odometerReadingRaw has the number as registered.',
        {unit: 'km'},
      ),
      odometerReadingRaw: text(
        name,
        '51',
        'The odometer reading as the register has it, in thousands of km or in km.',
      ),
    }),
  };
};

/** The members of one resource, each with the schema of a value that is present. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** A stored object of this shape: absent members are omitted, which keeps documents small. */
export type StoredValues<S extends Shape> = {
  -readonly [Name in keyof S]?: z.output<S[Name]> | undefined;
};

/** The response form: every member is present; an absent value is null and an absent list empty. */
export const responseSchema = <const S extends Shape>(shape: S) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        schema instanceof z.ZodArray ? schema : schema.nullable(),
      ]),
    ),
  ) as unknown as z.ZodObject<{
    -readonly [Name in keyof S]: S[Name] extends z.ZodArray ? S[Name] : z.ZodNullable<S[Name]>;
  }>;

/** An object of this shape in the response form. */
export type AnsweredValues<S extends Shape> = z.output<ReturnType<typeof responseSchema<S>>>;

/** Makes the function that turns the stored form into the response form, members in `shape`'s order. */
export const responseFrom = <const S extends Shape>(shape: S) => {
  const absent = Object.entries(shape).map(
    ([name, schema]) => [name, schema instanceof z.ZodArray ? [] : null] as const,
  );
  return (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      absent.map(([name, nothing]) => [name, values[name] ?? nothing]),
    ) as AnsweredValues<S>;
};
