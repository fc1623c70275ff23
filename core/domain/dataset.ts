import type {BuildEvent, Outcome} from '#mappings/build-event.ts';

export type {Dataset} from '#mappings/generation.ts';

/** The build that ended last, whatever its outcome. Members that its events lack are absent. */
export type LastBuild = Pick<BuildEvent, 'durationSeconds' | 'vehicles' | 'rejects'> & {
  readonly outcome: Outcome;
  /** ISO 8601. */
  readonly endedAt: string;
  /** The build that went live last. */
  readonly promoted?: PromotedBuild | undefined;
  /** The newest extract that was refused, until one goes live or is found to be live. None that was rolled back. */
  readonly refused?: RefusedFile | undefined;
  /** When the register made the newest extract that any build began with, in ISO 8601. */
  readonly newestExtractAt?: string | undefined;
};

/** Its name, the failed checks or the code of its refusal, and when that was, in ISO 8601. */
type RefusedFile = {readonly file: string; readonly reason: string; readonly at: string};

type PromotedBuild = Pick<BuildEvent, 'way' | 'unchanged' | 'written' | 'deleted'> & {
  /** Builds in full that went live one after another, up to this one. */
  readonly fullInARow: number;
};

/** A value with the version of the generation it was read from. */
export type Versioned<Value> = {readonly version: string; readonly value: Value};

/** How long a copy of the API answers from the generation that it read last, in milliseconds. */
export const generationReusedForMs = 1_000;

/** From the first sight of a generation until no copy answers from the previous one; timers fire a bit early. */
export const everywhereAfterMs = generationReusedForMs + 50;
