import type {FieldNotes} from '#mappings/fields/field.ts';
import type {JsonBytes} from '../bytes/json-bytes.ts';

/** The outcome for a text. */
export const outcome = {
  /** Its JSON was written. */
  written: 0,
  /** It is a zero that says nothing. */
  nothing: 1,
  /** It is not in the form that the register uses: the parser decides. */
  unclear: 2,
} as const;

export type Outcome = (typeof outcome)[keyof typeof outcome];

/** The limits of a field, from its declaration and its extract. */
export type Rule = {
  readonly isInteger: boolean;
  readonly least: number;
  readonly most: number;
  /** Where no value can be 0, the register writes 0 for "not measured": absent, not set aside. */
  readonly zeroSaysNothing: boolean;
  /** Later years than this cannot be meant. */
  readonly latestYear: number;
};

export const ruleOf = ({kind, range, past}: FieldNotes, latestYear: number): Rule => ({
  isInteger: kind === 'integer',
  least: range?.[0] ?? Number.NEGATIVE_INFINITY,
  most: Math.min(
    range?.[1] ?? Number.POSITIVE_INFINITY,
    kind === 'integer' && past ? latestYear : Number.POSITIVE_INFINITY,
  ),
  zeroSaysNothing: range !== undefined && range[0] > 0,
  latestYear: past ? latestYear : 9999,
});

/** The bytes of a record. */
export type Source = {readonly bytes: Uint8Array; readonly view: DataView};

/**
 * Writes the value of a text that is the same in XML and in a JSON string, from `start` to `end`, if it
 * is in the form that the register uses. What it writes is the JSON of what the parser would make of it.
 */
export type WritePlain = (
  out: JsonBytes,
  source: Source,
  start: number,
  end: number,
  rule: Rule,
) => Outcome;
