import type {Equipment} from '../vehicle/technical/equipment.ts';
import {coded, each, leaf, parent} from './elements.ts';

const list = parent(4, 'KoeretoejUdstyrSamlingStruktur');
const items = parent(5, 'KoeretoejUdstyrSamling');
const item = parent(6, 'KoeretoejUdstyrStruktur');
const count = leaf(7, 'KoeretoejUdstyrAntal');
const type = parent(7, 'KoeretoejUdstyrTypeStruktur');
const numberAndName = coded(8, 'KoeretoejUdstyrType');
const atInspection = leaf(8, 'KoeretoejUdstyrTypeVisesVedSyn');
const onRequest = leaf(8, 'KoeretoejUdstyrTypeVisesVedForespoergsel');
const onCreation = leaf(8, 'KoeretoejUdstyrTypeVisesVedStandardOprettelse');

/** Equipment is most of a record and the same on many: each item is written out once. */
const written = new Map<Equipment['type'], string[]>();

const itemXml = (equipment: Equipment): string => {
  const byCount = written.get(equipment.type) ?? [];
  written.set(equipment.type, byCount);
  const known = byCount[equipment.count];
  if (known !== undefined) return known;

  const flags =
    atInspection(equipment.type.isShownAtInspection) + onRequest(false) + onCreation(false);
  const xml = item(count(equipment.count) + type(numberAndName(equipment.type) + flags));
  byCount[equipment.count] = xml;
  return xml;
};

export const equipmentXml = (equipment: readonly Equipment[]): string =>
  list(items(each(equipment, itemXml)));
