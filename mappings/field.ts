import {z} from 'zod';

/** How the register's text for a member is read; see `indexer/stages/read-fields.ts`. */
export type FieldKind = 'integer' | 'decimal' | 'flag' | 'text' | 'day' | 'instant' | 'word';

/** What `docs/fields.md` says of a member, and what the indexer reads it from. */
export type FieldNotes = {
  /** Path below `Statistik`, without prefix. Several elements are joined by ` + `. */
  readonly element: string;
  readonly description: string;
  readonly example: unknown;
  readonly unit?: string;
  /** Absent for members that are built by hand from more than one element. */
  readonly kind?: FieldKind;
  /** The plausible range: a number outside it is noise of the register and becomes null. */
  readonly range?: readonly [least: number, most: number];
  /** A day or year that cannot lie after the extract was made. */
  readonly past?: true;
};

export const fieldNotes = z.registry<FieldNotes>();

/** Notes belong to one member: a schema that several members share is cloned for each. */
const noted = <Schema extends z.ZodType>(schema: Schema, notes: FieldNotes): Schema => {
  const own = schema.clone() as Schema;
  fieldNotes.add(own, notes);
  return own;
};

type Numeric = {readonly example: number; readonly unit?: string} & Pick<FieldNotes, 'past'>;

export const integer = (
  element: string,
  [least, most]: readonly [number, number],
  notes: Numeric,
  description: string,
) =>
  noted(z.int().min(least).max(most), {
    element,
    description,
    kind: 'integer',
    range: [least, most],
    ...notes,
  });

export const decimal = (
  element: string,
  [least, most]: readonly [number, number],
  notes: Numeric,
  description: string,
) =>
  noted(z.number().min(least).max(most), {
    element,
    description,
    kind: 'decimal',
    range: [least, most],
    ...notes,
  });

export const flag = (element: string, description: string) =>
  noted(z.boolean(), {element, description, kind: 'flag', example: true});

export const text = (element: string, example: string, description: string) =>
  noted(z.string(), {element, description, kind: 'text', example});

/** A register enum in English: unknown words stay in the register's own wording, so it is open. */
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

/** A member built by hand in `indexer/stages/`, from one element or several. */
export const built = <Schema extends z.ZodType>(
  schema: Schema,
  element: string,
  example: z.input<Schema>,
  description: string,
) => noted(schema, {element, description, example});
