/** One text of JSON, in UTF-8, from parts of it. */
export const joinJson = (parts: readonly (string | Buffer)[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    at += typeof part === 'string' ? joined.write(part, at) : part.copy(joined, at);
  }
  return joined;
};
