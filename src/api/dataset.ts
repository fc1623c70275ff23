import {z} from 'zod';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {dataErrors} from './errors.ts';
import {reply} from './replies.ts';

const endpoint = endpointsFor<Services>();

const DatasetResponse = z
  .object({
    importedAt: z.iso.datetime({offset: true}).meta({
      description: 'When the extract in use went live. Changes with every import.',
    }),
    extractedAt: z.iso.datetime({offset: true}).nullable().meta({
      description: 'When the register made the extract, where that is known.',
    }),
    version: z.string().meta({description: 'The generation of the data.'}),
    vehicleCount: z.int().meta({description: 'Vehicles in it.'}),
  })
  .meta({id: 'DatasetResponse', description: 'The extract that is answered from.'});

export const getDataset = endpoint({
  operationId: 'getDataset',
  tag: 'Dataset',
  path: '/v1/dataset',
  summary: 'Get which extract of the register is answered from, and since when.',
  responses: {200: DatasetResponse},
  errors: dataErrors,
  alwaysRunsHandler: true,
  handle: async (_input, {dataset}) => {
    const current = await dataset.current();
    return reply({version: current.version, value: current}, dataset => dataset);
  },
});
