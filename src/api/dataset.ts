import {z} from 'zod';
import {Dataset} from '#mappings/generation.ts';
import {endpoint} from './endpoint.ts';
import {dataErrors} from './errors.ts';

const DatasetResponse = Dataset.extend({
  serial: z
    .int()
    .nullable()
    .describe(
      'Serial of the release that put the dataset live: one more with every import, rollback and promotion. `GET /v1/changes?since=` takes it. Null if the record of releases was lost.',
    ),
}).meta({id: 'DatasetResponse', description: 'The current dataset.'});

export const getDataset = endpoint({
  operationId: 'getDataset',
  tag: 'Dataset',
  path: '/v1/dataset',
  summary: 'Get the current dataset and its import time.',
  description:
    'All other responses come from this dataset until the next import replaces it as a whole, about once a week.',
  responses: {200: DatasetResponse},
  errors: dataErrors,
  alwaysRunsHandler: true,
  handle: async (_input, {dataset}) => {
    const current = await dataset.current();
    return {body: current, version: current.version, serial: current.serial ?? 0};
  },
});
