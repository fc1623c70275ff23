import type {Check} from '../check.ts';

/** What is known of the extract that is served. */
type Live = {readonly version: string; readonly extractedAt: string | null};

type Extract = {
  readonly extractedAt: string | null;
  /** The version under which the same content was live before, and is no longer. */
  readonly liveBefore: string | undefined;
};

/** An extract is not older than the one that is served, by its time or because it was served before. */
export const checkAge = ({extractedAt, liveBefore}: Extract, live: Live | undefined): Check => {
  const age = {
    name: 'age',
    limit: live ? `not older than ${live.version}` : 'any age, as none is live',
    advice: 'Fetch the newest extract.',
  } as const;
  if (live && liveBefore !== undefined) {
    const found = `the extract was live before as ${liveBefore}, and ${live.version} came after it`;
    return {...age, passed: false, found};
  }
  if (!live || live.extractedAt === null || extractedAt === null) {
    return {
      ...age,
      passed: true,
      found: extractedAt === null ? 'it does not say when it was made' : `made at ${extractedAt}`,
    };
  }
  return {
    ...age,
    passed: Date.parse(extractedAt) >= Date.parse(live.extractedAt),
    found: `made at ${extractedAt}, and the live one at ${live.extractedAt}`,
  };
};
