import type {Page} from './pagination.ts';

declare const searchName: unique symbol;

/** A name, or the start of one, normalised for comparison: no case, accents or outer whitespace. */
export type SearchName = string & {readonly [searchName]: true};

const marks = /\p{Mn}/gu;

const withoutCase = (letter: string): string => letter.toLowerCase().toUpperCase().toLowerCase();

/**
 * Normalises names, and the text that searches for them. Æ and Ø are letters of their own and stay; Å
 * is an A with a ring. Letters are case-folded one by one, and through upper case: so `ß` matches
 * `SS`, and a prefix of a name becomes a prefix of its normal form. Lower-casing a whole text does
 * not keep that: a sigma at its end has a form of its own.
 */
export const toSearchName = (text: string): SearchName =>
  Array.from(text.normalize('NFD').replace(marks, ''), withoutCase).join('').trim() as SearchName;

/** A page of a list's entries whose names start with the text, or of all entries without one. */
export type NameSearch = {readonly startsWith?: SearchName | undefined; readonly page: Page};
