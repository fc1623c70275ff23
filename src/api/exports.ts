import {z} from 'zod';
import {Export} from '#mappings/export.ts';
import {FileBody} from '#src/http/endpoint/file.ts';
import {endpoint} from './endpoint.ts';
import {errors, fail} from './errors.ts';

const ExportFileResponse = z.object({
  name: z.string().describe('Name of the file.'),
  url: z.string().describe('Path of the file on this service.'),
  bytes: z.int().describe('Size of the file.'),
  sha256: z.string().describe('SHA-256 of its bytes in hexadecimal; its `ETag`, in quotes.'),
  vehicles: z.int().describe('Number of vehicles in the file, one per line or row.'),
});

const ExportResponse = Export.omit({reason: true})
  .extend({
    files: z
      .array(ExportFileResponse)
      .describe(
        'The files, once the export is ready: `vehicles-0001` and so on, and `changes`. Older exports have only `changes`.',
      ),
  })
  .meta({id: 'ExportResponse', description: 'A release as files.'});

const ExportsResponse = z
  .object({data: z.array(ExportResponse).describe('The exports, newest first.')})
  .meta({id: 'ExportsResponse', description: 'The exports that are kept.'});

const toResponse = ({reason: _, files, ...facts}: Export) => ({
  ...facts,
  files: (facts.state === 'Ready' ? files : []).map(file => ({
    ...file,
    url: `/v1/exports/${facts.serial}/${file.name}`,
  })),
});

const tag = 'Exports';

export const listExports = endpoint({
  operationId: 'listExports',
  tag,
  path: '/v1/exports',
  summary: 'List the releases that can be downloaded as files, newest first.',
  description:
    'For those who need all vehicles: files instead of pages. /docs/exports says what is in them, how to download them, and how to keep a copy up to date.',
  responses: {200: ExportsResponse},
  errors: [],
  alwaysRunsHandler: true,
  handle: async (_input, {exports}) => ({
    body: {data: (await exports.list()).map(toResponse)},
  }),
});

const [ndjson, parquet] = ['application/zstd', 'application/vnd.apache.parquet'];

export const getExportFile = endpoint({
  operationId: 'getExportFile',
  tag,
  path: '/v1/exports/{serial}/{file}',
  summary: 'Download a file of an export.',
  description:
    'Requires a plan that includes exports. A file costs one request a day, however many ranges you download. Resume an interrupted download with `Range`; `If-Range` with the `ETag` makes sure that the file is still the same.',
  params: {
    serial: z
      .string()
      .regex(/^(?:latest|[1-9]\d{0,14})$/, 'must be a serial or latest')
      .describe('Serial of the release, or `latest` for the newest that is ready.'),
    file: z.string().describe('Name of the file.'),
  },
  responses: {200: FileBody, mediaTypes: [ndjson, parquet]},
  errors: [
    errors.ValidationFailed,
    errors.ExportsNotIncluded,
    errors.ExportNotFound,
    errors.RangeNotSatisfiable,
    errors.QuotaExceeded,
  ],
  alwaysRunsHandler: true,
  cost: 0,
  handle: async ({params: {serial, file: name}}, {exports, caller, chargeDaily}) => {
    if (!caller.limits.mayExport) throw fail('ExportsNotIncluded');
    const ready = (await exports.list()).filter(({state}) => state === 'Ready');
    const found = serial === 'latest' ? ready[0] : ready.find(each => `${each.serial}` === serial);
    const file = found?.files.find(each => each.name === name);
    if (!found || !file || !(await exports.has(found, file))) throw fail('ExportNotFound');
    await chargeDaily(`${found.serial}/${name}`);
    const open = async () => {
      const opened = await exports.open(found, file);
      if (!opened) throw fail('ExportNotFound');
      return opened;
    };
    const accelPath = exports.accelPath(found, file);
    const mediaType = name.endsWith('.parquet') ? parquet : ndjson;
    return {body: {...file, mediaType, open, accelPath}};
  },
});
