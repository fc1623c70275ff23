import {type ReferenceList, references} from '#mappings/reference-document.ts';
import type {Words} from './english.ts';
import type {Plate} from './identifiers.ts';
import type {Int64} from './integers.ts';

/** The values of a parameter, by its type. */
export type Values = {
  readonly id: Int64;
  readonly ids: readonly Int64[];
  readonly integer: number;
  readonly decimal: number;
  /** `2020-03-12` */
  readonly day: string;
  readonly plate: Plate;
  readonly platePrefix: string;
  readonly vinPrefix: string;
  /** A word or name as it was sent, or the values of the member that a generation has for it. */
  readonly word: string | readonly string[];
  readonly name: string | readonly string[];
  readonly flag: boolean;
  /** Whether the vehicle is to be registered. */
  readonly registrationStatus: boolean;
};

/**
 * How the member of a vehicle is compared with the value; of a list on either side, any item may match. A
 * model counts under its make, if that is given. A flag can also ask whether the member is present, or is a day not
 * before that of the extract.
 */
type Comparison =
  | 'equal'
  | 'equalUnderMake'
  | 'atLeast'
  | 'atMost'
  | 'startsWith'
  | 'exists'
  | 'notEnded';

/** The name of a filter, other sources of its values than the vehicles, and how its values group vehicles. */
type Others = {
  /** Its name for people, where the noun of its list or the words of its own are not enough. */
  readonly label?: string;
  readonly unit?: string;
  /** The list of its ids or names. */
  readonly list?: ReferenceList;
  /** All its words, if they are known. */
  readonly words?: readonly string[];
  /** English for the register's words. */
  readonly english?: Words;
  /**
   * Whether statistics group vehicles by the member, of which each vehicle has at most one value. The groups of a flag
   * have these names, the one for true first.
   */
  readonly isGrouped?: true | readonly [yes: string, no: string];
};

export type Filter<Type extends keyof Values = keyof Values> = {
  readonly type: Type;
  readonly comparison: Comparison;
  /** Path of the member in the stored document. */
  readonly member: string;
  /** Whether the member is a time, of which the day in Denmark is compared. */
  readonly isInstant?: boolean;
  /** Of the query parameter. */
  readonly description: string;
  readonly example: string;
} & Others;

export const filter = <Type extends keyof Values>(
  type: Type,
  comparison: Comparison,
  member: string,
  description: string,
  example: string,
  others: Others = {},
): Filter<Type> => ({type, comparison, member, description, example, ...others});

export const vehicles = (what: string) => `Return only vehicles ${what}.`;

/** By the id of an entry of a list. */
export const entry = (list: ReferenceList, what: string, others: Others = {}) => {
  const {carriedIn, example} = references[list];
  return filter('id', 'equal', carriedIn[0], vehicles(what), example.id, {list, ...others});
};

/** By the name of an entry of a list. */
export const named = (list: ReferenceList, whose: string, example: string) =>
  filter(
    'name',
    'equal',
    references[list].carriedIn[0],
    vehicles(
      `${whose} has this name, in English or Danish. Case and accents are ignored, and \`æ\`, \`ø\` and \`å\` may be typed as \`ae\`, \`oe\` and \`aa\`, or \`a\`, \`o\` and \`a\``,
    ),
    example,
    {list, isGrouped: true},
  );

export const word = (
  member: string,
  whose: string,
  example: string,
  others: Others = {isGrouped: true},
) => filter('word', 'equal', member, vehicles(`${whose}. Case is ignored`), example, others);

/** The words of an enumeration of the register. A word that it adds is served in Danish. */
export const listed = (english: Words): Others => ({
  words: [...new Set(english.values())],
  english,
  isGrouped: true,
});
