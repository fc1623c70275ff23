import {z} from 'zod';
import {type Export, type ExportFile, ExportState, exportMediaTypes} from '#mappings/export.ts';
import {FileBody} from '#src/http/endpoint/file.ts';
import {problemOf} from './admission.ts';
import {endpoint} from './endpoint.ts';
import {errors, fail} from './errors.ts';
import {readBy} from './parameters.ts';

const ExportFileResponse = z.object({
  name: z.string().describe('Name of the file.'),
  url: z.string().describe('Path of the file at this service.'),
  bytes: z.int().describe('Its size.'),
  sha256: z.string().describe('SHA-256 of its bytes in hexadecimal; its `ETag`, in quotes.'),
  vehicles: z.int().describe('Vehicles in it, one in each line or row.'),
});

const ExportResponse = z
  .object({
    serial: z.int().describe('Serial of the release.'),
    state: ExportState.describe(
      'Ready; Building while its files are written; or Failed, until the operator has it written again.',
    ),
    version: z.string().describe('Version of the dataset.'),
    digest: z.string().describe('Digest of all its vehicles, as in `GET /v1/dataset`.'),
    vehicleCount: z.int().describe('Number of vehicles in the dataset.'),
    extractedAt: z.iso
      .datetime({offset: true})
      .nullable()
      .describe('When the register created the extract; null if unknown.'),
    releasedAt: z.iso.datetime({offset: true}).describe('When the release went live.'),
    schemaVersion: z
      .int()
      .describe('Version of the members of a vehicle. With another one, `changes` begin anew.'),
    previousSerial: z
      .int()
      .nullable()
      .describe(
        'Serial of the export whose vehicles become these by the files `changes`; null where there are none.',
      ),
    changedVehicles: z
      .int()
      .nullable()
      .describe('Number of vehicles in `changes`; null where there are none.'),
    files: z
      .array(ExportFileResponse)
      .describe(
        'Its files once it is ready: `vehicles-0001` and so on, and `changes`. Older exports have `changes` alone.',
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
  summary: 'List the releases that can be fetched as files, newest first.',
  description:
    'For those who need all vehicles: files instead of pages. docs/exports.md says what is in them, how to fetch them, and how to keep a copy up to date.',
  responses: {200: ExportsResponse},
  errors: [],
  alwaysRunsHandler: true,
  handle: async (_input, {exports}) => ({
    body: {data: (await exports.list()).map(toResponse)},
  }),
});

const serialPattern = /^(?:latest|[1-9]\d{0,14})$/;

const serialOf = (text: string): number | 'latest' | undefined => {
  if (!serialPattern.test(text)) return undefined;
  return text === 'latest' ? text : Number(text);
};

const mediaTypeOf = ({name}: ExportFile): string => {
  const [, type = 'application/octet-stream'] =
    Object.entries(exportMediaTypes).find(([ending]) => name.endsWith(ending)) ?? [];
  return type;
};

const fileSchema = z.instanceof(FileBody).meta({
  override: {type: 'string', format: 'binary'},
  description: 'The file, or the range of it that was asked for.',
});

export const getExportFile = endpoint({
  operationId: 'getExportFile',
  tag,
  path: '/v1/exports/{serial}/{file}',
  summary: 'Fetch a file of an export.',
  description:
    'Needs a plan that includes exports. A file costs one request a day, in however many ranges it is fetched: a download that broke off goes on with `Range`, and with `If-Range` and the `ETag` for the same file.',
  params: {
    serial: readBy(serialOf, {error: 'must be a serial or latest'}).meta({
      description: 'Serial of the release, or `latest` for the newest that is ready.',
      pattern: serialPattern.source,
    }),
    file: z.string().describe('Name of the file.'),
  },
  responses: {200: fileSchema, mediaTypes: Object.values(exportMediaTypes)},
  errors: [
    errors.ValidationFailed,
    errors.ExportsNotIncluded,
    errors.ExportNotFound,
    errors.RangeNotSatisfiable,
    errors.QuotaExceeded,
  ],
  alwaysRunsHandler: true,
  cost: 0,
  handle: async ({params: {serial, file: name}}, {exports, callers, caller}) => {
    if (!caller.limits.mayExport) throw fail('ExportsNotIncluded');
    const ready = (await exports.list()).filter(({state}) => state === 'Ready');
    const found = serial === 'latest' ? ready[0] : ready.find(each => each.serial === serial);
    const file = found?.files.find(each => each.name === name);
    if (!found || !file) throw fail('ExportNotFound');
    const refusal = await callers.chargeDaily(caller, `${found.serial}/${name}`);
    if (refusal) throw problemOf(refusal);
    const open = async () => {
      const opened = await exports.open(found, file);
      if (!opened) throw fail('ExportNotFound');
      return opened;
    };
    const accelPath = exports.accelPath(found, file);
    return {body: new FileBody({...file, mediaType: mediaTypeOf(file), open, accelPath})};
  },
});
