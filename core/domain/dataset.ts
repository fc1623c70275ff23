export type {Dataset} from '#mappings/generation.ts';

/** The build that ended last, whatever became of it. Members that it does not tell are absent. */
export type LastBuild = {
  /** `promoted`, `held`, `already-current`, `refused`, `failed` or `interrupted`. */
  readonly outcome: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly durationSeconds?: number | undefined;
  readonly vehicles?: number | undefined;
  readonly rejects?: number | undefined;
};

/** A value with the version of the generation it was read from. */
export type Versioned<Value> = {readonly version: string; readonly value: Value};
