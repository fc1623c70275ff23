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

/** Whether an `If-None-Match` names tags, and not nothing or any answer there is (`*`). */
export const namesTags = (ifNoneMatch: string): boolean => ifNoneMatch.includes('"');

/** Whether a client has what this tag stands for, by weak comparison (RFC 9110 §13.1.2). */
export const confirms = (ifNoneMatch: string, tag: string | undefined): boolean =>
  tag !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.matchAll(opaqueTag).some(([opaque]) => tag === `W/${opaque}`));
