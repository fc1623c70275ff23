import type {Check} from '../check.ts';

/** A generation that was taken out of service, with the content it had. */
export type Refusal = {
  readonly version: string;
  readonly contentSha256: string;
  readonly reason: string;
  readonly at: string;
};

/** What was rolled back does not come back by itself the week after. */
export const checkRefusals = (contentSha256: string, refusals: readonly Refusal[]): Check => {
  const refusal = refusals.find(each => each.contentSha256 === contentSha256);
  return {
    name: 'refusals',
    passed: refusal === undefined,
    found: refusal
      ? `the same extract was taken out of service as ${refusal.version} at ${refusal.at}: ${refusal.reason}`
      : 'never taken out of service',
    limit: 'not an extract that was rolled back',
    advice: 'Wait for the next extract.',
  };
};
