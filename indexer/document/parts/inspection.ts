import {inspectionFields} from '#mappings/fields/inspection.ts';
import {ObjectWriter} from '../values/object.ts';
import type {Writing} from '../values/writing.ts';
import {odometerWriter} from './odometer.ts';

/** The latest inspection. */
export const inspectionWriter = (writing: Writing) =>
  new ObjectWriter(writing, inspectionFields, 'stored', {
    odometerReadingKm: odometerWriter(writing, 'SynResultatStruktur/KoeretoejMotorKilometerstand'),
  });
