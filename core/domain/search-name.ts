import type {Page} from './pagination.ts';

declare const searchName: unique symbol;

/** A name, or the start of one, normalised for comparison: no case, accents or outer whitespace. */
export type SearchName = string & {readonly [searchName]: true};

const ring = /a\u030A/gi;
const marks = /\p{Mn}/gu;

const withoutCase = (letter: string): string => letter.toLowerCase().toUpperCase().toLowerCase();

/**
 * Normalises names, and the text that searches for them. Æ, Ø and Å are letters of their own and stay.
 * Letters are case-folded one by one, and through upper case: so `ß` matches `SS`, and a prefix of a
 * name becomes a prefix of its normal form. Lower-casing a whole text does not keep that: a sigma at
 * its end has a form of its own.
 */
export const toSearchName = (text: string): SearchName =>
  Array.from(text.normalize('NFD').replace(ring, 'å').replace(marks, ''), withoutCase)
    .join('')
    .trim() as SearchName;

/** Letters that many keyboards lack, and how they are typed: as themselves, or as either of the others. */
const typedAs = Object.entries({å: ['å', 'a', 'aa'], æ: ['æ', 'ae', 'a'], ø: ['ø', 'oe', 'o']});

/** All forms by which an entry with these names is found: their normal forms, and the ways to type them. */
export const searchNamesOf = (...names: readonly string[]): readonly SearchName[] => {
  const forms = typedAs.reduce<readonly string[]>(
    (forms, [letter, ways]) =>
      forms.flatMap(form =>
        form.includes(letter) ? ways.map(way => form.replaceAll(letter, way)) : form,
      ),
    names.map(toSearchName),
  );
  return [...new Set(forms)] as readonly string[] as readonly SearchName[];
};

/** A page of a list's entries whose names start with the text, or of all entries without one. */
export type NameSearch = {readonly startsWith?: SearchName | undefined; readonly page: Page};
