import {type Draw, type Random, randomFor} from '../random.ts';
import {code, drawCode, type Elements} from '../xml.ts';
import {fuels} from './fuels.ts';
import type {Vehicle} from './life.ts';
import type {Family} from './profiles.ts';

const privateUse = drawCode('KoeretoejAnvendelse', [[1, 'Privat personkørsel', 1]]);

const drawUsage: Readonly<Record<Family, Draw<Elements>>> = {
  car: drawCode('KoeretoejAnvendelse', [
    [1, 'Privat personkørsel', 960],
    [21, 'Taxikørsel', 20],
    [47, 'Kørsel for offentlig myndighed', 6],
    [22, 'Sygetransport', 4],
    [46, 'Limousinekørsel', 4],
    [26, 'Rustvognskørsel', 3],
    [34, 'Beboelse', 3],
  ]),
  van: drawCode('KoeretoejAnvendelse', [
    [40, 'Godstransport erhverv', 360],
    [41, 'Godstransport privat/erhverv', 250],
    [42, 'Godstransport privat', 240],
    [20, 'Godstransport', 110],
    [27, 'Mandskabs-/Materielkørsel', 20],
    [38, 'Godstransport (½ OMS.)', 12],
    [23, 'Ambulancekørsel', 8],
  ]),
  truck: drawCode('KoeretoejAnvendelse', [
    [40, 'Godstransport erhverv', 600],
    [20, 'Godstransport', 250],
    [31, 'Trækkraft for sættevogn', 90],
    [28, 'Brandsluknings-/redningskørsel', 30],
    [32, 'Særlig anvendelse', 30],
  ]),
  bus: drawCode('KoeretoejAnvendelse', [
    [30, 'Buskørsel', 500],
    [25, 'Rutekørsel', 400],
    [29, 'Privat buskørsel', 100],
  ]),
  trailer: drawCode('KoeretoejAnvendelse', [
    [20, 'Godstransport', 920],
    [34, 'Beboelse', 50],
    [33, 'Skov-, land- og havebrugskørsel', 30],
  ]),
  motorcycle: privateUse,
  moped: privateUse,
  tractor: drawCode('KoeretoejAnvendelse', [
    [33, 'Skov-, land- og havebrugskørsel', 850],
    [35, 'Arbejdskørsel', 150],
  ]),
};

const drawColor = drawCode('FarveType', [
  [1, 'Ukendt', 260],
  [3, 'Grå', 170],
  [4, 'Sort', 160],
  [9, 'Blå', 130],
  [2, 'Hvid', 120],
  [5, 'Rød', 90],
  [8, 'Grøn', 30],
  [6, 'Brun', 20],
  [7, 'Gul', 10],
  [10, 'Orange', 7],
  [11, 'Lilla/Violet', 3],
]);

const drawBodyType = drawCode('KarrosseriType', [
  [104, 'Hatchback', 400],
  [101, 'Stationcar', 270],
  [105, 'Sedan', 190],
  [106, 'MPV', 90],
  [102, 'Coupe', 25],
  [103, 'Cabriolet', 25],
]);

const drawSupplementaryBody = drawCode('SupplerendeKarrosseriType', [
  [61, 'Lukket kasse', 700],
  [62, 'Læssebagsmæk', 180],
  [63, 'Ladvogn & kran', 120],
]);

const drawBlocking = drawCode('KoeretoejBlokeringAarsagType', [
  [3, 'Totalskadet køretøj', 562],
  [1, 'Skadet køretøj', 21],
  [4, 'Mangel', 20],
  [5, 'Køretøjet er blokeret', 12],
  [6, 'Indkaldt til registrering', 1],
]);

const noStandard = code('NormType', 1, 'Ingen Norm');

/** The emission standard of a new vehicle, by the last year of first registration. */
const emissionStandards = [
  {until: 1989, standard: noStandard},
  {until: 1992, standard: code('NormType', 26, 'Ikke Euro')},
  {until: 1996, standard: code('NormType', 27, 'Euro I')},
  {until: 2000, standard: code('NormType', 28, 'Euro II')},
  {until: 2005, standard: code('NormType', 29, 'Euro III')},
  {until: 2010, standard: code('NormType', 46, 'Euro IV')},
  {until: 2014, standard: code('NormType', 47, 'Euro V')},
  {until: 2025, standard: code('NormType', 49, 'Euro VI')},
  {until: 9999, standard: code('NormType', 50, 'Euro VII')},
];

/** Some trucks have several usages. A few of these have no primary one. */
const usagesOf = (random: Random, vehicle: Vehicle) => {
  const draw = drawUsage[vehicle.family];
  const usage = draw(random);
  const other = vehicle.family === 'truck' && random.chance(0.15) ? draw(random) : usage;
  if (other === usage) return {usage, usages: undefined};
  const hasPrimary = randomFor(vehicle, 'usage').chance(0.9);
  return {usage: hasPrimary ? usage : undefined, usages: [usage, other]};
};

const bodiesOf = (random: Random, {family}: Vehicle): Elements[] => {
  if (family === 'van' ? random.chance(0.6) : family === 'truck' && random.chance(0.85)) {
    const length = random.chance(0.9) ? 1 : 3;
    return [...new Set(Array.from({length}, () => drawSupplementaryBody(random)))];
  }
  return [];
};

const standardOf = (random: Random, {year, fuel, family}: Vehicle): Elements | undefined => {
  if (family === 'trailer' || random.chance(0.04)) return undefined;
  if (fuel === fuels.electric) return noStandard;
  return emissionStandards.find(({until}) => year <= until)?.standard;
};

/** The register uses the names of body types: few records also have the number. */
const bodyOf = (random: Random, {family}: Vehicle): Elements | undefined => {
  const type = family === 'car' ? random.maybe(0.65, drawBodyType(random)) : undefined;
  return random.chance(0.06) ? type : type && {KarrosseriTypeNavn: type['KarrosseriTypeNavn']};
};

export const appearanceOf = (vehicle: Vehicle) => {
  const random = randomFor(vehicle, 'appearance');
  const isMotor = vehicle.family !== 'trailer';
  return {
    ...usagesOf(random, vehicle),
    color: random.maybe(isMotor ? 0.9 : 0.15, drawColor(random)),
    body: bodyOf(random, vehicle),
    supplementaryBodies: bodiesOf(random, vehicle),
    standard: standardOf(random, vehicle),
    blockings: random.chance(0.044) ? [drawBlocking(random)] : [],
  };
};
