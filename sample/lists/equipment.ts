import type {Code} from './code-lists.ts';

export type EquipmentType = Code & {
  /** Whether it is shown at inspections: the first of the register's three flags. */
  readonly isShownAtInspection: boolean;
  /** The share of modern cars that have it. */
  readonly share: number;
  /** The usual largest number of it on one vehicle. */
  readonly most: number;
};

const item = (id: number, name: string, share: number, more: Partial<EquipmentType> = {}) => ({
  id,
  name,
  share,
  most: 1,
  isShownAtInspection: false,
  ...more,
});

export const carEquipment: readonly EquipmentType[] = [
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

export const motorcycleEquipment: readonly EquipmentType[] = [
  item(718, 'motornr. (MC)', 0.9, {isShownAtInspection: true}),
  item(506, 'ABS bremser', 0.5),
  item(504, 'skivebremse for (MC)', 0.5),
  item(505, 'skivebremse bag (MC)', 0.4),
  item(405, 'højt styr (MC)', 0.06, {isShownAtInspection: true}),
  item(9921, 'faste sidetasker (MC)', 0.12, {most: 2}),
];
