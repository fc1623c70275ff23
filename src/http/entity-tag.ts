import {createHash} from 'node:crypto';

/**
 * A weak entity tag (RFC 9110 §8.8.3) over all that decides an answer. Weak, because compression
 * changes the bytes and not what they say.
 */
export const entityTag = (decisive: readonly unknown[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(decisive)).digest('base64url');
  return `W/"${digest.slice(0, 22)}"`;
};

const opaqueTag = /"[!\x23-\x7E\x80-\xFF]*"/g;

/** Whether an `If-None-Match` names this tag, by weak comparison (RFC 9110 §13.1.2). */
export const namesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.matchAll(opaqueTag).some(([opaque]) => tag === `W/${opaque}`);

/** Whether an `If-None-Match` is false for any answer there is: which only the answer itself can tell. */
export const namesAny = (ifNoneMatch: string): boolean => ifNoneMatch.trim() === '*';
