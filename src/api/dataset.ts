import {z} from 'zod';
import {endpoint} from './endpoint.ts';
import {dataErrors} from './errors.ts';

const DatasetResponse = z
  .object({
    importedAt: z.iso
      .datetime({offset: true})
      .describe('When the current extract was imported. Changes with every import.'),
    extractedAt: z.iso
      .datetime({offset: true})
      .nullable()
      .describe('When the register created the extract; null if unknown.'),
    version: z.string().describe('Version of the dataset, as in `X-Dataset-Version`.'),
    vehicleCount: z.int().describe('Number of vehicles in the dataset.'),
    serial: z
      .int()
      .nullable()
      .describe(
        'Serial of the release that put the dataset live: one more with every import, rollback and promotion. `GET /v1/changes?since=` takes it. Null if the record of releases was lost.',
      ),
    digest: z
      .string()
      .describe(
        'Digest of all vehicles, in any order, as 16 hexadecimal digits: a copy of the dataset is complete if it has the same. docs/api.md says how to compute it.',
      ),
  })
  .meta({id: 'DatasetResponse', description: 'The current dataset.'});

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
