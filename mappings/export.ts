import {z} from 'zod';
import {Release} from './release.ts';

/** The names of the files: parts of all vehicles, and the changes since the previous export. */
const fileName = /^(?:vehicles-\d{4,}|changes)\.(?:ndjson\.zst|parquet)$/;

export const ExportFile = z.object({
  name: z.string().regex(fileName),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The number of vehicles, each in a line or a row. */
  vehicles: z.int(),
});

export type ExportFile = z.output<typeof ExportFile>;

/** A release as files: the manifest in their folder, which is named by the serial. The API shows the descriptions. */
export const Export = Release.pick({
  serial: true,
  version: true,
  digest: true,
  vehicleCount: true,
  extractedAt: true,
  releasedAt: true,
}).extend({
  /** It stays Building if its process was killed. */
  state: z
    .enum(['Building', 'Ready', 'Failed'])
    .describe('Ready; Building while its files are written; or Failed, until it is written again.'),
  /** The reason for a failure. */
  reason: z.string().optional(),
  /** `mappingVersion` */
  schemaVersion: z
    .int()
    .describe(
      'Version of the members of a vehicle. The first export with a new version has no `changes`.',
    ),
  previousSerial: z
    .int()
    .nullable()
    .describe(
      'Serial of the export that `changes` update to this one; null if there are no `changes`.',
    ),
  changedVehicles: z
    .int()
    .nullable()
    .describe('Number of vehicles in `changes`; null if there are no `changes`.'),
  /** The files; once the generation is gone, only those of the changes. */
  files: z.array(ExportFile),
});

export type Export = z.output<typeof Export>;

/** An export that is not ready, with the members that are needed to resume it. */
export const PartialExport = Export.extend({
  /** The id of the last vehicle in the written parts; null before the first part. */
  after: z.string().nullable(),
  /** The sum of the digests of the vehicles in these parts, as 16 hexadecimal digits. */
  digestSoFar: z.string(),
});

export type PartialExport = z.output<typeof PartialExport>;

/** The manifest is rewritten after each part, and states that the export is ready once all parts are. */
export const manifestName = 'manifest.json';

/** Whether a file in the folder of an export is one that the indexer wrote, complete or not. */
export const isExportFile = (name: string): boolean => {
  const whole = name.replace(/\.part$/, '');
  return whole === manifestName || fileName.test(whole);
};
