import {upperCase} from './letters.ts';

declare const plate: unique symbol;

/** A registration number in its one normal form: 1 to 10 characters of A–Z, 0–9, Æ, Ø and Å. */
export type Plate = string & {readonly [plate]: true};

/** How many plates one question may name. */
export const mostPlates = 500;

const ignored = /[ -]/g;
const decomposedRing = /[Aa]\u030A/g;
const normalForm = /^[A-Z0-9ÆØÅ]{1,10}$/;

/** Every text that is read as a plate, for those who want to know before they ask. */
export const plateSpelling = /^[ -]*(?:(?:[A-Za-z0-9ÆØÅæøå]|[Aa]\u030A)[ -]*){1,10}$/;

/**
 * Reads a plate as a person writes it: case, spaces and hyphens do not count, and an `å` typed as
 * `a` and a combining ring is that letter. Nothing else is dropped or converted: a no-break space,
 * `ß` or `ı` makes the text no plate. Of NFC only the one composition that can make a plate is done,
 * because NFC would also turn the Kelvin sign into a `K`.
 */
export const toPlate = (text: string): Plate | undefined => {
  const composed = text.replace(decomposedRing, ring => ring.normalize('NFC'));
  const normalised = upperCase(composed.replace(ignored, ''));
  return normalForm.test(normalised) ? (normalised as Plate) : undefined;
};
