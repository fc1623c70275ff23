import {z} from 'zod';
import {Release} from './release.ts';

/** The names of the files: parts of all vehicles, and what differs from the export before. */
const fileName = /^(?:vehicles-\d{4,}|changes)\.(?:ndjson\.zst|parquet)$/;

export const ExportFile = z.object({
  name: z.string().regex(fileName),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Vehicles, each in a line or a row. */
  vehicles: z.int(),
});

export type ExportFile = z.output<typeof ExportFile>;

/** A release as files: the manifest in their folder, whose name is the serial. Members are described as they are answered. */
export const Export = Release.pick({
  serial: true,
  version: true,
  digest: true,
  vehicleCount: true,
  extractedAt: true,
  releasedAt: true,
}).extend({
  /** Building also after its process was killed. */
  state: z
    .enum(['Building', 'Ready', 'Failed'])
    .describe('Ready; Building while its files are written; or Failed, until it is written again.'),
  /** Why it has failed. */
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
  /** Once its generation is gone, those of the changes alone. */
  files: z.array(ExportFile),
});

export type Export = z.output<typeof Export>;

/** An export that is not ready, with what is needed to take it up again. */
export const PartialExport = Export.extend({
  /** The id of the last vehicle in the parts that are written; null before the first. */
  after: z.string().nullable(),
  /** The sum of the digests of the vehicles in them, as 16 hexadecimal digits. */
  digestSoFar: z.string(),
});

export type PartialExport = z.output<typeof PartialExport>;

/** It is written anew after each part, and says that the export is ready once all are there. */
export const manifestName = 'manifest.json';

/** Whether a file in the folder of an export is one that the indexer has written, whole or not. */
export const isExportFile = (name: string): boolean => {
  const whole = name.replace(/\.part$/, '');
  return whole === manifestName || fileName.test(whole);
};
