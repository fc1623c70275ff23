import type {Designation} from '../vehicle/designation.ts';
import {coded, codedIn, parent} from './elements.ts';

const designation = parent(4, 'KoeretoejBetegnelseStruktur');
const make = coded(5, 'KoeretoejMaerkeType');
const model = codedIn(5, 'Model', 'KoeretoejModelType');
const variant = codedIn(5, 'Variant', 'KoeretoejVariantType');
const type = codedIn(5, 'Type', 'KoeretoejTypeType');

export const designationXml = (record: Designation): string =>
  designation(
    make(record.make) + model(record.model) + variant(record.variant) + type(record.type),
  );
