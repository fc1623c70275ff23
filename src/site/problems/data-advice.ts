import {type Advice, retries} from './advice.ts';

/** An id that no entry of a list has. */
const noEntry = (entry: string, list: string): Advice => ({
  happened: `There is no ${entry} with this id in the data that is served now.`,
  remedies: [
    `Find the id in \`GET ${list}\`, or take it from a vehicle.`,
    'An id is a whole number, written as text. Keep it as text: past 2^53 numbers lose digits.',
  ],
  retry: retries.afterImport,
});

/** An id that no entry under the parents in the path has. */
const noEntryUnder = (entry: string, list: string): Advice => {
  const {happened, remedies, retry} = noEntry(entry, list);
  return {
    happened: happened.replace('this id', 'this id under the parent in the path'),
    remedies: [
      'Look at all ids in the path: the id is looked for under its parent only. That the parent itself exists is not told here.',
      ...remedies,
    ],
    retry,
  };
};

const models = '/v1/makes/{makeId}/models';

/** What is asked for does not exist in the data. */
export const dataAdvice = {
  VehicleNotFound: {
    happened:
      'No vehicle in the current extract has this id, VIN or registration number. The request itself was fine.',
    remedies: [
      'Look at the spelling. Case does not matter, nor do spaces and hyphens in a plate; in a VIN they do. Danish plates have Æ, Ø and Å, and O is not 0.',
      'Look at the percent-encoding: Æ is `%C3%86`, Ø is `%C3%98`, Å is `%C3%85`.',
      'The data is a weekly extract: what was registered since the last import is not in it. `GET /v1/dataset` says how old it is.',
      'A plate that is not carried any more may be gone: the register lists the plates a vehicle has in the extract, and is no log.',
    ],
    retry: retries.afterImport,
  },
  MakeNotFound: noEntry('make', '/v1/makes'),
  ModelNotFound: noEntryUnder('model', models),
  VariantNotFound: noEntryUnder('variant', `${models}/{modelId}/variants`),
  DesignationTypeNotFound: noEntryUnder(
    'designation type',
    `${models}/{modelId}/designation-types`,
  ),
  ColorNotFound: noEntry('color', '/v1/colors'),
  KindNotFound: noEntry('kind', '/v1/kinds'),
  UsageNotFound: noEntry('usage', '/v1/usages'),
  EmissionStandardNotFound: noEntry('emission standard', '/v1/emission-standards'),
  EquipmentNotFound: noEntry('equipment', '/v1/equipment'),
} as const satisfies Record<string, Advice>;
