import {hashOf} from '../random.ts';

const starts =
  'AL BEL CAR DOR EL FAL GRAN HAV IS KAL LUN MAR NOR OR PAL RAV SOL TOR ULV VES YD'.split(' ');
const middles = 'A E I O A DE LI NO RA TI VE BØ LÆ SKÅ MØ'.split(' ');
const ends = 'DA GO LIS MO NA RIS TA TON VIA X BO CK LAND STER VIG'.split(' ');
const prefixes = 'A C E F GT I K R S T X Z'.split(' ');
const trims = 'AVANT,COUPE,COMBI,STC.,GRAND,SPORT,CABRIOLET,PLUS,KASSEVOGN,LADVOGN'.split(',');
const equipmentLines =
  'ACTIVE COMFORT EDITION ELEGANCE FAMILY GL GLS HIGHLINE LX SE SPORT STYLE'.split(' ');
const drives = 'D,TDI,HDI,T-GDI,TSI,I,E,CRDI,DCI,XDRIVE,QUATTRO'.split(',');

/** Takes one digit after the other off a hash, so that a name follows from a number alone. */
const dice = (hash: number) => {
  let rest = hash;
  const below = (limit: number): number => {
    const digit = rest % limit;
    rest = Math.floor(rest / limit);
    return digit;
  };
  return {below, from: (names: readonly string[]): string => names[below(names.length)] ?? ''};
};

const word = ({from}: ReturnType<typeof dice>): string => from(starts) + from(middles) + from(ends);

/** An invented brand, like `SOLNORIS`. */
export const inventedMake = (id: number): string => {
  const name = word(dice(hashOf(id, 11)));
  return name + (hashOf(id, 12) % 9 === 0 ? ' & SØN' : '');
};

/** Like `A 6 AVANT`, `3'ER-SERIE`, `GRANLITON`. */
export const modelName = (id: number): string => {
  const throws = dice(hashOf(id, 21));
  const style = throws.below(10);
  if (style === 0) return `${throws.below(7) + 1}'ER-SERIE`;
  if (style === 1) return `${throws.below(7) + 1} SERIE`;
  if (style < 5) return `${throws.from(prefixes)} ${throws.below(90) * 10 + 10}`;
  const name = word(throws);
  return style < 8 ? name : `${name} ${throws.from(trims)}`;
};

/** Like `1,0 T-GDI 100 HK 5 DØRS`; the register often has `UOPLYST`. */
export const variantName = (id: number): string => {
  const throws = dice(hashOf(id, 31));
  const style = throws.below(10);
  if (style < 3) return 'UOPLYST';
  const litres = `${throws.below(4) + 1},${throws.below(10)}`;
  if (style < 5) return litres;
  const engine = `${litres} ${throws.from(drives)}`;
  if (style < 7) return `${engine} ${throws.from(equipmentLines)}`;
  return `${engine} ${throws.below(20) * 10 + 60} HK ${throws.below(4) + 2} DØRS`;
};

/** Trailers have no engine to be named after: like `AAKAAC`. */
export const trailerVariantName = (id: number): string => {
  const {below} = dice(hashOf(id, 31));
  if (below(10) < 3) return 'UOPLYST';
  return Array.from({length: 6}, () => 'ACEKMR'[below(6)]).join('');
};

/** The manufacturer's code of a type, like `4F`; the first type of a variant has none. */
export const typeName = (id: string, serial: number): string => {
  if (serial === 0) return 'UOPLYST';
  const hash = hashOf(Number(id.slice(-9)), 41 + id.length);
  return hash.toString(36).slice(0, 3).toUpperCase();
};
