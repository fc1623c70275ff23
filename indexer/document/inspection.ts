import {inspectionFields} from '#mappings/fields/inspection.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {childAt} from './element.ts';
import {readOdometer} from './odometer.ts';
import type {Reading} from './parse-value.ts';
import {fieldReader} from './read-fields.ts';

const readInspectionFields = fieldReader(inspectionFields);

/** Undefined where the register holds no inspection: the API answers 204. */
export const readInspection = (record: RecordTree, reading: Reading) => {
  const result = childAt(record, 'SynResultatStruktur');
  return result && {...readInspectionFields(record, reading), ...readOdometer(result)};
};
