import {hash} from 'node:crypto';

/**
 * A weak entity tag (RFC 9110 §8.8.3) over all that determines a response. Weak, because compression
 * changes the bytes but not the meaning.
 */
export const entityTag = (determinants: readonly unknown[]): string => {
  const digest = hash('sha256', JSON.stringify(determinants), 'base64url');
  return `W/"${digest.slice(0, 22)}"`;
};

const opaqueTag = /"[!\x23-\x7E\x80-\xFF]*"/g;

/** Whether an `If-None-Match` names tags, as opposed to `*` or nothing. */
export const namesTags = (ifNoneMatch: string): boolean => ifNoneMatch.includes('"');

/** Whether an `If-None-Match` matches this tag by weak comparison (RFC 9110 §13.1.2). */
export const confirms = (ifNoneMatch: string, tag: string | undefined): boolean =>
  tag !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.matchAll(opaqueTag).some(([opaque]) => tag === `W/${opaque}`));
