/** One import: its extract's stamp and the number of the build. Two indices belong to it. */
export type Generation = {
  /** When the extract was made, `YYYYMMDD-HHMMSS` in Danish time. */
  readonly stamp: string;
  /** Rises with every build of this installation. */
  readonly build: number;
};

/** The two names readers ask for; each is an alias of one index of the live generation. */
export const aliasNames = (prefix: string) => ({
  vehicles: `${prefix}vehicles`,
  references: `${prefix}references`,
});

/** `20260726-031500-0007`: what `GET /v1/dataset` answers as the version. */
export const toVersion = ({stamp, build}: Generation): string =>
  `${stamp}-${String(build).padStart(4, '0')}`;

/** The exact indices of a generation. */
export const indexNames = (prefix: string, generation: Generation) => {
  const {vehicles, references} = aliasNames(prefix);
  const version = toVersion(generation);
  return {vehicles: `${vehicles}-${version}`, references: `${references}-${version}`};
};

export type IndexNames = ReturnType<typeof indexNames>;

/** The alias a build writes through: writes end with it, and cannot create an index that is gone. */
export const writeAlias = (index: string): string => `${index}-build`;

/** The generation an index of ours belongs to; undefined for every other name. */
export const parseIndexName = (prefix: string, index: string): Generation | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const match = /^(?:vehicles|references)-(\d{8}-\d{6})-(\d{4,})$/.exec(index.slice(prefix.length));
  return match?.[1] && match[2] ? {stamp: match[1], build: Number(match[2])} : undefined;
};

const danishTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Copenhagen',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * The stamp of an instant, in Danish time as the register names its files:
 * `2026-07-26T01:15:00Z` → `20260726-031500`.
 */
export const toStamp = (instant: string): string => {
  const digits = danishTime.format(new Date(instant)).replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};
