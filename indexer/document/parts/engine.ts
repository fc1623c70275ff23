import {engineFields} from '#mappings/fields/engine.ts';
import {ground} from '#mappings/fields/field.ts';
import {ObjectWriter} from '../values/object.ts';
import type {Writing} from '../values/writing.ts';
import type {Fuels} from './fuels.ts';
import {odometerWriter} from './odometer.ts';

/** The engine with its fuels. */
export const engineWriter = (writing: Writing, fuels: Fuels) =>
  new ObjectWriter(writing, engineFields, 'stored', {
    fuels: () => fuels.write(),
    odometerReadingKm: odometerWriter(
      writing,
      ground('KoeretoejMotorStruktur/KoeretoejMotorKilometerstand'),
    ),
  });
