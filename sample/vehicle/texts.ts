import {type Random, weighted} from '../random.ts';

/** Free text with the quirks of the register's. None of it refers to a real person or company. */

export const drivenAxles = weighted([
  ['1', 640],
  ['2', 230],
  ['1,2', 40],
  ['1, 2', 50],
  ['1+2', 30],
  ['12', 7],
  ['14', 3],
]);

export const condition = weighted([
  ['Middel', 800],
  ['UnderMiddel', 120],
  ['OverMiddel', 80],
]);

export const vinLocation = weighted([
  ['Konverteret fra CRM3 - anbringelse ukendt', 400],
  ['Under passagersæde', 200],
  ['Højre side i motorrum', 180],
  ['Kronrør', 60],
  ['På højre af forreste travers', 100],
  ['I bund v. højre forsæde & på torpedo', 60],
]);

export const comment = weighted([
  ['DMR Konvertering', 880],
  ['Afgift: se bilag <kopi> & ansøgning', 60],
  ['Vægt ændret; "ny" egenvægt kontrolvejet', 60],
]);

export const manufacturer = weighted([
  ['Nordisk Motor A/S', 500],
  ['Prøve & Søn Karosserifabrik ApS', 300],
  ['Vestværk Automobile GmbH', 200],
]);

const accessories = (
  'Klimaanlæg, Regnsensor, 7" Audio Display, Højdejust.bart førersæde <sport>, Alufælge 16", ' +
  'Tågelygter for & bag, Splitbagsæde, Startspærre, C.lås m. fjernbetjening, El-ruder f/b, ' +
  'Læderrat, Sædevarme, Antispin, Bluetooth'
).split(', ');
const repeated = Array.from({length: 4}, () => accessories).flat();

/** The register cuts this one at 500 characters. */
export const otherEquipment = (random: Random): string => {
  const start = random.below(accessories.length);
  const end = start + random.between(2, 40);
  return repeated.slice(start, end).join(', ').slice(0, 500);
};

export const tyres = (random: Random): string => {
  const width = random.between(15, 25) * 10 + 5;
  const tyre = `${width}/${random.between(8, 15) * 5}R${random.between(13, 20)} ${random.between(75, 110)}H`;
  return `1. aksel: ${tyre}. 2. aksel: ${tyre}`;
};

export const notification = (random: Random): string =>
  `${random.pick(['A', 'B', 'E', 'P'])}${random.between(10_000, 99_999)}`;

export const typeApproval = (random: Random): string => {
  const directive = random.chance(0.6) ? '2007/46' : '2001/116';
  const revision = String(random.below(30)).padStart(2, '0');
  return `e${random.between(1, 13)}*${directive}*${random.between(10, 1_999)}*${revision}`;
};

/** A manufacturer's code: a number below `limit` in base 36. */
export const codeBelow = (random: Random, limit: number): string =>
  random.below(limit).toString(36).toUpperCase();

export const euVariant = (random: Random): string =>
  random.chance(0.1) ? '-' : codeBelow(random, 2 ** 31);
