import {z} from 'zod';

/** One import: its extract's stamp and the number of the build. Two indices belong to it. */
export type Generation = {
  /** When the extract was made, `YYYYMMDD-HHMMSS` in Danish time. */
  readonly stamp: string;
  /** Rises with every build of this installation. */
  readonly build: number;
};

/** What the `_meta` of the vehicles index says of its generation, so that it flips with the alias. */
export const GenerationMeta = z.object({
  version: z.string(),
  importedAt: z.iso.datetime({offset: true}),
  extractedAt: z.iso.datetime({offset: true}).nullable(),
  vehicleCount: z.int(),
});

export type GenerationMeta = z.output<typeof GenerationMeta>;

/**
 * What the `_meta` also says for the builds that come after: which extract it is, and how it came to
 * be. Generations of earlier releases do not say it all.
 */
export const BuildMeta = GenerationMeta.extend({
  mappingVersion: z.int(),
  /**
   * The SHA-256 of the extract's plain content, in hexadecimal: the same extract under any name.
   * Null of a build that read only a part of it.
   */
  contentSha256: z.string().nullable().default(null),
  /** Bytes of the extract as it lay on disk; null for a pipe. */
  fileBytes: z.int().nullable().default(null),
  /** Records read, rejected ones among them. */
  records: z.int().optional(),
  /** The version that was live before this one went live; null for the first. Absent: never live. */
  previous: z.string().nullable().optional(),
  /** Why a person put it live although the gate refused it. */
  forced: z.string().optional(),
  /** Records that the build was limited to: such a generation is for looking at. */
  limit: z.int().optional(),
});

export type BuildMeta = z.output<typeof BuildMeta>;

/** The two names readers ask for; each is an alias of one index of the live generation. */
export const aliasNames = (prefix: string) => ({
  vehicles: `${prefix}vehicles`,
  references: `${prefix}references`,
});

/** `20260726-031500-0007`: what `GET /v1/dataset` answers as the version. */
export const toVersion = ({stamp, build}: Generation): string =>
  `${stamp}-${String(build).padStart(4, '0')}`;

/** The exact indices of the generation with this version. */
export const indexNames = (prefix: string, version: string) => {
  const {vehicles, references} = aliasNames(prefix);
  return {vehicles: `${vehicles}-${version}`, references: `${references}-${version}`};
};

export type IndexNames = ReturnType<typeof indexNames>;

/** The generation an index of ours belongs to; undefined for every other name. */
export const parseIndexName = (prefix: string, index: string): Generation | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const match = /^(?:vehicles|references)-(\d{8}-\d{6})-(\d{4,})$/.exec(index.slice(prefix.length));
  return match?.[1] && match[2] ? {stamp: match[1], build: Number(match[2])} : undefined;
};
