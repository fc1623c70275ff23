import {randomFor} from '../random.ts';
import {code, type Elements} from '../xml.ts';
import type {Vehicle} from './life.ts';

/** Equipment, the share of modern cars that have it, and the usual largest number of it on one vehicle. */
const item = (
  id: number,
  name: string,
  share: number,
  {most = 1, isShownAtInspection = false} = {},
) => ({
  type: {
    ...code('KoeretoejUdstyrType', id, name),
    KoeretoejUdstyrTypeVisesVedSyn: isShownAtInspection,
    KoeretoejUdstyrTypeVisesVedForespoergsel: false,
    KoeretoejUdstyrTypeVisesVedStandardOprettelse: false,
  },
  share,
  most,
});

const carEquipment = [
  item(9901, 'Airbags', 0.97, {most: 10}),
  item(506, 'ABS bremser', 0.95),
  item(717, 'ESP (Elektronisk Stabiliserings Program)', 0.82),
  item(6028, 'selealarm', 0.78, {most: 5}),
  item(6029, 'radio', 0.74),
  item(6018, 'Parkeringskontrol bag', 0.4),
  item(6016, '1- eller 2-zone klima', 0.42, {isShownAtInspection: true}),
  item(6020, 'fartpilot', 0.36),
  item(9010, 'Metallak', 0.34),
  item(6012, 'klimaanlæg (Manuel)', 0.3),
  item(404, 'multifunktionsrat', 0.3),
  item(605, 'navigationssystem', 0.28),
  item(6025, 'vognbaneassistent', 0.22),
  item(6010, 'bakkamera', 0.2),
  item(6022, 'Parkeringskontrol for', 0.18),
  item(712, 'turbo', 0.17, {isShownAtInspection: true}),
  item(607, 'HiFi musikanlæg', 0.14),
  item(6019, 'nøglefri betjening', 0.14),
  item(732, '6-gear manuel', 0.13),
  item(999, 'integreret barnesæde', 0.11, {isShownAtInspection: true, most: 2}),
  item(9022, 'xenon lys', 0.1),
  item(401, 'Ratbetjent gear', 0.09),
  item(805, 'firehjulstraek', 0.08, {isShownAtInspection: true}),
  item(731, 'trinløst gear', 0.07),
  item(9016, 'Glastag', 0.07),
  item(908, 'el-soltag', 0.06),
  item(9917, 'læderindtræk', 0.06),
  item(6024, 'el-betjent bagklap', 0.06),
  item(9918, 'ruskind/alcantara', 0.04),
  item(802, 'elektron. dæmpere', 0.03),
  item(8002, 'luftaffjedring', 0.03),
  item(804, 'niveauregulering', 0.03),
  item(6027, 'head-up display', 0.03),
  item(9021, '3 eller flere sæderækker', 0.03),
  item(9023, 'dobbelt kabine', 0.01),
  item(9019, 'u. siderude i v. side af varerum', 0.01, {isShownAtInspection: true}),
  item(601, 'parkeringsassistent', 0.02),
  item(6026, 'nightvision <infrarød>', 0.002),
];

const motorcycleEquipment = [
  item(718, 'motornr. (MC)', 0.9, {isShownAtInspection: true}),
  item(506, 'ABS bremser', 0.5),
  item(504, 'skivebremse for (MC)', 0.5),
  item(505, 'skivebremse bag (MC)', 0.4),
  item(405, 'højt styr (MC)', 0.06, {isShownAtInspection: true}),
  item(9921, 'faste sidetasker (MC)', 0.12, {most: 2}),
];

/** The share of a modern car's equipment that the register has for a vehicle of this family and year. */
const completeness = ({family, year}: Vehicle): number => {
  if (family === 'motorcycle') return 0.9;
  const byYear = year < 1985 ? 0.12 : year < 1996 ? 0.35 : 0.65;
  return family === 'car' ? byYear : byYear * 0.6;
};

/** A count of 0 means asked for and not fitted. */
export const equipmentOf = (vehicle: Vehicle): Elements[] => {
  if (vehicle.family === 'trailer' || vehicle.family === 'moped') return [];
  const random = randomFor(vehicle, 'equipment');
  const completed = completeness(vehicle);
  const choices = vehicle.family === 'motorcycle' ? motorcycleEquipment : carEquipment;
  return choices.flatMap(({type, share, most}) => {
    if (!random.chance(share * completed)) return [];
    const count = random.chance(0.03) ? 0 : random.between(Math.min(2, most), most);
    return [{KoeretoejUdstyrAntal: count, KoeretoejUdstyrTypeStruktur: type}];
  });
};
