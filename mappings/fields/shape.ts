import {z} from 'zod';

/** The members of one resource, each with the schema of a value that is present. */
export type Shape = Readonly<Record<string, z.ZodType>>;

type Stored<S extends Shape> = z.ZodObject<{-readonly [Name in keyof S]: z.ZodOptional<S[Name]>}>;
type ResponseSchema<S extends Shape> = z.ZodObject<{
  -readonly [Name in keyof S]: S[Name] extends z.ZodArray ? S[Name] : z.ZodNullable<S[Name]>;
}>;

/** A stored object of this shape. */
export type StoredValues<S extends Shape> = z.output<Stored<S>>;

const mapped = (shape: Shape, each: (schema: z.ZodType) => z.ZodType) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, each(schema)]));

/** An answered object of this shape. */
export type AnsweredValues<S extends Shape> = z.output<ResponseSchema<S>>;

/** The stored form: absent members are omitted, which keeps documents small. */
export const storedSchema = <const S extends Shape>(shape: S) =>
  z.object(mapped(shape, schema => schema.optional())) as unknown as Stored<S>;

/** The response form: every member is present; an absent value is null and an absent list empty. */
export const responseSchema = <const S extends Shape>(shape: S) =>
  z.object(
    mapped(shape, schema => (schema instanceof z.ZodArray ? schema : schema.nullable())),
  ) as unknown as ResponseSchema<S>;

type ResponseFrom<S extends Shape, Values> =
  | z.output<ResponseSchema<S>>
  | (undefined extends Values ? null : never);

/**
 * Makes the function that turns the stored form into the response form, members in `shape`'s order;
 * null for an absent object.
 */
export const responseFrom = <const S extends Shape>(shape: S) => {
  const absent = Object.entries(shape).map(
    ([name, schema]) => [name, schema instanceof z.ZodArray ? [] : null] as const,
  );
  return <Values extends Readonly<Record<string, unknown>> | undefined>(values: Values) =>
    (values
      ? Object.fromEntries(absent.map(([name, nothing]) => [name, values[name] ?? nothing]))
      : null) as ResponseFrom<S, Values>;
};
