import {vehicleElements} from '../lists/element-order.ts';
import type {SampleVehicle} from '../vehicle/sample-vehicle.ts';
import {designationXml} from './designation-xml.ts';
import {coded, codedIn, each, leaf, leaves, parent} from './elements.ts';
import {engineXml, oldEngineXml} from './engine-xml.ts';
import {environmentXml} from './environment-xml.ts';
import {equipmentXml} from './equipment-xml.ts';

const vehicle = parent(3, 'KoeretoejOplysningGrundStruktur');
const values = leaves(4, 'KoeretoejOplysning', vehicleElements);
const color = parent(4, 'KoeretoejFarveStruktur');
const colorType = codedIn(5, 'FarveTypeStruktur', 'FarveType');
const body = parent(4, 'KarrosseriTypeStruktur');
const bodyType = coded(5, 'KarrosseriType');
const bodyName = leaf(5, 'KarrosseriTypeNavn');
const furtherBodyList = parent(4, 'KoeretoejSupplerendeKarrosseriSamlingStruktur');
const furtherBodies = parent(5, 'KoeretoejSupplerendeKarrosseriSamling');
const furtherBody = codedIn(
  6,
  'KoeretoejSupplerendeKarrosseriTypeStruktur',
  'SupplerendeKarrosseriType',
);
const standard = parent(4, 'KoeretoejNormStruktur');
const standardType = codedIn(5, 'NormTypeStruktur', 'NormType');
const blockingList = parent(4, 'KoeretoejBlokeringAarsagListeStruktur');
const blockings = parent(5, 'KoeretoejBlokeringAarsagListe');
const blocking = codedIn(6, 'KoeretoejBlokeringAarsag', 'KoeretoejBlokeringAarsagType');

const bodyXml = ({appearance: {bodyType: type, hasBodyNumber}}: SampleVehicle): string => {
  if (type === undefined) return '';
  return body(hasBodyNumber ? bodyType(type) : bodyName(type.name));
};

const engine = ({engine: record, hasOldLayout}: SampleVehicle): string => {
  if (record === undefined) return '';
  return hasOldLayout ? oldEngineXml(record) : engineXml(record);
};

/** The part of a record that says what the vehicle is. */
export const vehicleXml = (record: SampleVehicle): string => {
  const {appearance} = record;
  return vehicle(
    values(record.values) +
      designationXml(record.designation) +
      color(colorType(appearance.color)) +
      bodyXml(record) +
      furtherBodyList(furtherBodies(each(appearance.supplementaryBodies, furtherBody))) +
      standard(standardType(appearance.standard)) +
      environmentXml(record) +
      engine(record) +
      equipmentXml(record.equipment) +
      blockingList(blockings(each(appearance.blockings, blocking))),
  );
};
