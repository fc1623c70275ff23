import type {Page} from './pagination.ts';

declare const searchName: unique symbol;

/** A name, or the beginning of one, as it is compared: without case, accents and outer blanks. */
export type SearchName = string & {readonly [searchName]: true};

const marks = /\p{Mn}/gu;

const withoutCase = (letter: string): string => letter.toLowerCase().toUpperCase().toLowerCase();

/**
 * Names and what is typed to find them are brought into this one form. Æ and Ø are letters of their
 * own and stay; Å is an A with a ring. Letters are folded one by one, and through upper case: so `ß`
 * meets `SS`, and the beginning of a name gives the beginning of its form. Lower-casing a whole text
 * does not keep that: a sigma at its end gets a form of its own.
 */
export const toSearchName = (text: string): SearchName =>
  Array.from(text.normalize('NFD').replace(marks, ''), withoutCase).join('').trim() as SearchName;

/** A page of the entries of a list whose names begin so; of all its entries without that. */
export type NameSearch = {readonly startsWith?: SearchName | undefined; readonly page: Page};
