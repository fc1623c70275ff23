/** The preferences of a header: a comma inside a quoted string does not end one. */
const preferences = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;

const handling = /^\s*handling\s*=\s*"?([^\s";]+)"?\s*(?:;|$)/i;

/**
 * Whether a `Prefer` header asks for `handling=strict` (RFC 7240 §4.4). Of several preferences for the
 * handling the first one counts (§2).
 */
export const prefersStrict = (prefer: string): boolean => {
  const handlings = prefer.match(preferences)?.flatMap(each => handling.exec(each)?.[1] ?? []);
  return handlings?.[0]?.toLowerCase() === 'strict';
};
