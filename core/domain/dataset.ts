import type {BuildEvent} from '#mappings/build-event.ts';

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
  /** The build that went live last. */
  readonly promoted?: PromotedBuild | undefined;
};

type PromotedBuild = Pick<BuildEvent, 'way' | 'unchanged' | 'written' | 'deleted'> & {
  /** Builds in full that went live one after another, up to this one. */
  readonly fullInARow: number;
};

/** A value with the version of the generation it was read from. */
export type Versioned<Value> = {readonly version: string; readonly value: Value};
