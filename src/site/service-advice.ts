import type {Advice} from './request-advice.ts';

const afterImport = 'No. The same request fails again until the next import, which is weekly.';
const withBackoff = 'Yes. Retry after 1, then 2, then 4 seconds, and stop after three retries.';
const afterOutage = `${withBackoff} If \`Retry-After\` is longer, wait for that.`;

const report =
  'If the error persists, contact support with the `requestId` and the `traceId` of the problem: they identify the request in our log.';

/** An id that no entry of a list has. */
const noEntry = (entry: string, list: string): Advice => ({
  happened: `The current dataset has no ${entry} with this id.`,
  remedies: [
    `Find the id with \`GET ${list}\`, or take it from a vehicle.`,
    'An id is a whole number in a string. Keep it a string: numbers above 2^53 lose digits.',
  ],
  retry: afterImport,
});

/** An id that no entry under the parents in the path has. */
const noEntryUnder = (entry: string, list: string): Advice => {
  const {happened, remedies, ...advice} = noEntry(entry, list);
  return {
    ...advice,
    happened: happened.replace('this id', 'this id under the parent in the path'),
    remedies: [
      'Check all ids in the path: an entry exists only under its own parent. This error does not say whether the parent exists.',
      ...remedies,
    ],
  };
};

const models = '/v1/makes/{makeId}/models';

/** Errors that come from the data, or from the service itself. */
export const serviceAdvice = {
  VehicleNotFound: {
    happened:
      'No vehicle in the current extract has this id, VIN or registration number. The request itself is valid.',
    remedies: [
      'Check the spelling. Case is ignored, and so are spaces and hyphens in a plate, but not in a VIN. Danish plates have Æ, Ø and Å, and O is not 0.',
      'Check the percent-encoding: Æ is `%C3%86`, Ø is `%C3%98`, Å is `%C3%85`.',
      'The data is a weekly extract: it lacks registrations since the last import. `GET /v1/dataset` returns its date.',
      'A plate that no vehicle carries any more may be missing: the extract holds the current plates of a vehicle, not their history.',
    ],
    retry: afterImport,
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
  InternalError: {
    happened: 'An internal error occurred. Your request did not cause it.',
    remedies: ['Retry as described below.', report],
    retry: withBackoff,
  },
  DatasetNotLoaded: {
    happened: 'No extract of the register has been imported yet, so there is no data to return.',
    remedies: [
      'Wait until the first import has finished. `GET /v1/dataset` then returns 200.',
      'If you operate the service: start an import with `npm run indexer -- import <file>`, and read its report.',
    ],
    retry: afterOutage,
  },
  SearchUnavailable: {
    happened: 'Your key is valid, but the search engine behind the service does not respond.',
    remedies: ['Retry as described below: most outages are short.', report],
    retry: afterOutage,
  },
  ServiceUnavailable: {
    happened:
      'The service cannot check API keys at the moment, or too many connections are open. Your key is not the problem.',
    remedies: ['Keep your key: a new one would fail too.', 'Retry as described below.', report],
    retry: afterOutage,
  },
} as const satisfies Record<string, Advice>;
