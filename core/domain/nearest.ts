import leven from 'leven';
import {toSearchName} from './search-name.ts';

const mostSuggestions = 3;

/** A longer text is not a misspelt word, and would take long to compare. */
const maxLength = 100;

/**
 * The words that were probably meant, nearest first: those that differ in at most a third of their letters, and those
 * that contain the text or are contained in it. Case and accents are ignored.
 */
export const nearest = (text: string, words: Iterable<string>): readonly string[] => {
  const sought = toSearchName(text.slice(0, maxLength));
  if (sought === '') return [];
  const distanceOf = (word: string): number => {
    const form = toSearchName(word);
    const maxDistance = Math.max(1, Math.floor(Math.max(form.length, sought.length) / 3));
    const distance = leven(sought, form, {maxDistance: maxDistance + 1});
    if (distance <= maxDistance) return distance;
    const [shorter, longer] = [sought, form].toSorted((a, b) => a.length - b.length);
    const isPart = shorter !== undefined && shorter.length > 2 && longer?.includes(shorter);
    // After those that are only misspelt, the shorter ones first.
    return isPart ? maxLength + Math.abs(form.length - sought.length) : Number.POSITIVE_INFINITY;
  };
  return Array.from(words, word => ({word, distance: distanceOf(word)}))
    .filter(({distance}) => Number.isFinite(distance))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostSuggestions)
    .map(({word}) => word);
};

/** `Did you mean Diesel or Petrol?`, or nothing where no word is near. */
export const didYouMean = (text: string, words: Iterable<string>): string | undefined => {
  const found = nearest(text, words);
  if (found.length === 0) return undefined;
  return `Did you mean ${new Intl.ListFormat('en', {type: 'disjunction'}).format(found)}?`;
};
