declare const plate: unique symbol;
declare const vin: unique symbol;

/** A registration number in normal form: 1 to 10 characters of A–Z, 0–9, Æ, Ø and Å. */
export type Plate = string & {readonly [plate]: true};

/** A vehicle identification number, or the frame number of an old vehicle: trimmed, upper-case. */
export type Vin = string & {readonly [vin]: true};

/** Maximum number of plates in a batch, and bytes of its body. */
export const maxPlates = 500;
export const maxBatchBytes = 64 * 1024;

/** Matches every text that `toPlate` reads as at least this many characters; for the interface description. */
export const platePattern = (least: number): string =>
  `^[ -]*(?:(?:[A-Za-z0-9ÆØÅæøå]|[Aa]\\u030A)[ -]*){${least},10}$`;

/** Minimum length of a prefix of a plate, and of a VIN, in searches. */
export const minPlatePrefix = 2;
export const minVinPrefix = 3;

const separators = /[ -]/g;
const decomposedRing = /[Aa]\u030A/g;
const normalForm = /^[A-Z0-9ÆØÅ]{1,10}$/;

/**
 * Upper-cases the letters of the Danish alphabet and no other. `String.toUpperCase` would turn `ß`
 * into `SS` and the dotless `ı` into `I`, so that one text would be read as another's.
 */
const upperCase = (text: string): string =>
  text.replace(/[a-zæøå]/g, letter => letter.toUpperCase());

/**
 * Parses a plate as a person writes it: case, spaces and hyphens are ignored, and an `å` typed as `a`
 * and a combining ring is that letter. Nothing else is dropped or converted: a no-break space, `ß` or
 * `ı` makes the text no plate. Of NFC only the one composition that can make a plate is done, because
 * NFC would also turn the Kelvin sign into a `K`.
 */
export const toPlate = (text: string): Plate | undefined => {
  const composed = text.replace(decomposedRing, ring => ring.normalize('NFC'));
  const normalised = upperCase(composed.replace(separators, ''));
  return normalForm.test(normalised) ? (normalised as Plate) : undefined;
};

/** Any text can be a frame number in the register, so none is rejected here. */
export const toVin = (text: string): Vin => upperCase(text.trim()) as Vin;
