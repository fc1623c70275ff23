/** The preferences of a header: a comma inside a quoted string does not end one. Reads each character once. */
const preferencesIn = (header: string): readonly string[] => {
  const preferences: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') at += 1;
    else if (!isQuoted && character === ',') {
      preferences.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...preferences, header.slice(start)];
};

const handling = /^\s*handling\s*=\s*"?([^\s";]+)"?\s*(?:;|$)/i;

/**
 * Whether a `Prefer` header asks for `handling=strict` (RFC 7240 §4.4). Of several preferences for the
 * handling the first one counts (§2).
 */
export const prefersStrict = (prefer: string): boolean => {
  const [first] = preferencesIn(prefer).flatMap(each => handling.exec(each)?.[1] ?? []);
  return first?.toLowerCase() === 'strict';
};
