import {z} from 'zod';

/** One import, by its extract's stamp and build number. It consists of three indices. */
export type Generation = {
  /** When the extract was made, `YYYYMMDD-HHMMSS` in Danish time. */
  readonly stamp: string;
  /** Increases with every build of this installation. */
  readonly build: number;
};

/**
 * The live generation: its extract and when it went live. It is the part of the vehicles index's `_meta` that the
 * API reads, and flips with the alias. The API shows the descriptions.
 */
export const Dataset = z.object({
  /** `<extract stamp>-<build number>` of the generation. */
  version: z.string().describe('Version of the dataset, as in `X-Dataset-Version`.'),
  importedAt: z.iso
    .datetime({offset: true})
    .describe('When the current extract was imported. Changes with every import.'),
  /** Read from the name or the content of the file. */
  extractedAt: z.iso
    .datetime({offset: true})
    .nullable()
    .describe('When the register created the extract; null if unknown.'),
  vehicleCount: z.int().describe('Number of vehicles in the dataset.'),
  /** The sum of the digests of all vehicles, modulo 2^64. */
  digest: z
    .string()
    .describe(
      'Digest of all vehicles, in any order, as 16 hexadecimal digits. A copy of the dataset with the same digest is complete; /docs/changes says how to compute it.',
    ),
});

export type Dataset = z.output<typeof Dataset>;

const KindCompleteness = z.object({
  id: z.string(),
  name: z.string(),
  /** Records that became documents. */
  records: z.int(),
  /** For each member, the number of these records with a value, in the order of `members`. */
  filled: z.array(z.int()),
});

export type KindCompleteness = z.output<typeof KindCompleteness>;

/** How often the important members (`indexer/document/profiles.ts`) have a value, by kind. */
const Completeness = z.object({members: z.array(z.string()), kinds: z.array(KindCompleteness)});

export type Completeness = z.output<typeof Completeness>;

/** The size of a generation's fingerprints, and the conditions under which they hold. */
const FingerprintsMeta = z.object({
  documentVersion: z.int(),
  /** The names that the XML around the records declares: only with these are the same bytes the same record. */
  head: z.string(),
  vehicles: z.int(),
  /** The number of records, each of which has a row. */
  records: z.int(),
  /** The day in Denmark on which the extract was made. */
  extractedOn: z.string(),
  rowPieces: z.int(),
  profilePieces: z.int(),
});

export type FingerprintsMeta = z.output<typeof FingerprintsMeta>;

/** Members of `_meta` from before it was prepared for a flip. They count while the generation has this build alias. */
export const BeforeFlip = z.object({
  alias: z.string(),
  importedAt: z.string().optional(),
  previous: z.string().nullable().optional(),
  forced: z.string().optional(),
});

/** The whole `_meta`, which later builds read too. */
export const BuildMeta = Dataset.extend({
  mappingVersion: z.int(),
  /** Identifies the extract under any file name. Null for a build that read only a part of it. */
  contentId: z.string().nullable(),
  /** Records read, including rejected ones. */
  records: z.int(),
  /** Absent in a limited build. */
  completeness: Completeness.optional(),
  /** Absent if an import cannot use them to find the changes. */
  fingerprints: FingerprintsMeta.optional(),
  /** The version that this one replaced; null for the first, absent if this one was never live. */
  previous: z.string().nullable().optional(),
  /** The reason why an operator promoted it although the gate refused it. */
  forced: z.string().optional(),
  beforeFlip: BeforeFlip.optional(),
  /** The record limit of the build (`--limit`). Such a generation is for inspection only. */
  limit: z.int().optional(),
});

export type BuildMeta = z.output<typeof BuildMeta>;

/**
 * The stamp of the test data. No extract of the register has it, so the API can tell the data of the test
 * environment from any other.
 */
export const testStamp = '20261115-000000';

export const isTestData = (version: string): boolean => version.startsWith(`${testStamp}-`);

/** Whether an API of this environment may serve a version. */
export const isServedIn = (environment: 'live' | 'test', version: string): boolean =>
  isTestData(version) === (environment === 'test');

/** The two aliases; each names one index of the live generation. */
export const aliasNames = (prefix: string) => ({
  vehicles: `${prefix}vehicles`,
  references: `${prefix}references`,
});

/** `20260726-031500-0007`, the `version` of `GET /v1/dataset`. */
export const toVersion = ({stamp, build}: Generation): string =>
  `${stamp}-${String(build).padStart(4, '0')}`;

/**
 * The indices of a version: two that the API serves, and the fingerprints of its vehicles, with which the next
 * import finds the changes.
 */
export const indexNames = (prefix: string, version: string) => {
  const {vehicles, references} = aliasNames(prefix);
  return {
    vehicles: `${vehicles}-${version}`,
    references: `${references}-${version}`,
    fingerprints: `${prefix}fingerprints-${version}`,
  };
};

export type IndexNames = ReturnType<typeof indexNames>;

/** The generation that an index belongs to; undefined for any name that `indexNames` does not make. */
export const parseIndexName = (prefix: string, index: string): Generation | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const match = /^(?:vehicles|references|fingerprints)-(\d{8}-\d{6})-(\d{4,})$/.exec(
    index.slice(prefix.length),
  );
  return match?.[1] && match[2] ? {stamp: match[1], build: Number(match[2])} : undefined;
};
