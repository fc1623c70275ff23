import {extractDay, momentText} from '../dates.ts';
import {type Random, randomFor, weighted} from '../random.ts';
import {drawCode, type Elements} from '../xml.ts';
import {identOf} from './identifiers.ts';
import {isRegistered, type Life} from './life.ts';

const fixedCoupling = 7;
const variableCoupling = 6;

const drawType = drawCode('TilladelseType', [
  [1, 'Synsfri Sammenkobling', 480],
  [10, 'Tempo 100', 140],
  [19, 'Udlejning Uden Fører', 130],
  [8, 'Firmakørsel', 90],
  [14, 'Veterankørsel', 60],
  [103, 'Fritaget For Periodiske Afgifter', 50],
  [11, 'Øvelseskørsel', 30],
  [variableCoupling, 'Variabel Kombination', 14],
  [fixedCoupling, 'Fast Tilkobling', 6],
]);

const drawComment = weighted([
  ['CVR: 00000000', 600],
  ['DMR Konvertering', 250],
  ['Gælder kun når vognen bruges til "udlejning" & med forsikring', 100],
  ['Fornyes\tårligt', 50],
]);

/** The other vehicle, for a permit to couple two. */
const detailsOf = (type: Elements, {seed, number}: Life): Elements => {
  const coupling = type['TilladelseTypeNummer'];
  const other = {KoeretoejIdent: identOf({seed, number: Math.max(0, number - 1)})};
  if (coupling === fixedCoupling) return {FastTilkobling: other};
  if (coupling !== variableCoupling) return {};
  const identifier = {KoeretoejGenerelIdentifikatorValg: other};
  return {VariabelKombination: {KoeretoejGenerelIdentifikatorStruktur: identifier}};
};

const drawPermit = (random: Random, life: Life): Elements => {
  const type = drawType(random);
  const last = isRegistered(life) ? extractDay - 1 : life.statusDay;
  const from = random.between(life.firstRegistered, last);
  const second = random.between(7 * 3600, 17 * 3600);
  const until = from + random.between(30, 3_650);
  return {
    TilladelseGyldigFra: momentText(from, second),
    TilladelseGyldigTil: random.maybe(0.35, momentText(until, second)),
    TilladelseKommentar: random.maybe(0.4, drawComment(random)),
    TilladelseTypeStruktur: type,
    TilladelseTypeDetaljeValg: detailsOf(type, life),
  };
};

/** A quarter of the vehicles have one or more; the register has up to four. */
export const permitElements = (life: Life): Elements => {
  const random = randomFor(life, 'permits');
  if (!random.chance(0.25)) return {};
  const length = random.chance(0.85) ? 1 : random.between(2, 4);
  const permits = Array.from({length}, () => ({TilladelseStruktur: drawPermit(random, life)}));
  return {Tilladelse: permits};
};
