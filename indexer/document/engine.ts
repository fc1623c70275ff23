import {engineFields, type Fuel} from '#mappings/fields/engine.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {readOdometer} from './odometer.ts';
import type {Reading} from './parse-value.ts';
import {fieldReader} from './read-fields.ts';

const readEngineFields = fieldReader(engineFields);

/** Undefined where the register holds no engine record: the API answers 204. */
export const readEngine = (
  record: RecordTree,
  engine: RecordTree | undefined,
  fuels: readonly Fuel[],
  reading: Reading,
) =>
  engine && {
    ...readEngineFields(record, reading),
    ...readOdometer(engine),
    ...(fuels.length > 0 && {fuels: [...fuels]}),
  };
