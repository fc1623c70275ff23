/** Texts as they were sent, decoded, by declared name; and what could not be read, in sentences. */
export type RawInput = {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const notUtf8 = (name: string): string => `The parameter ${name} is not percent-encoded UTF-8.`;

/** The segments of a path, in the order the path names them. */
export const rawParams = (names: readonly string[], segments: readonly string[]): RawInput => {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = decoded(segments[index] ?? '');
    if (text === undefined) faults.push(notUtf8(name));
    else values[name] = text;
  }
  return {values, faults};
};

const fromForm = (text: string): string | undefined => decoded(text.replaceAll('+', ' '));

/** `makeId` of `makeId`, `makeId[]` and `makeId[$ne]`: lists and objects are not a parameter's form. */
const parameterName = (key: string): string => key.replace(/\[.*$/s, '');

/** The declared parameters of a query string. Others are ignored, whatever they hold. */
export const rawQuery = (names: readonly string[], query: string): RawInput => {
  const pairs = query.split('&').map(pair => {
    const [key = '', ...value] = pair.split('=');
    return {key: fromForm(key) ?? key, value: value.join('=')};
  });
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const given = pairs.filter(({key}) => parameterName(key) === name);
    const [first] = given;
    if (first === undefined) continue;
    const text = fromForm(first.value);
    if (given.length > 1 || first.key !== name)
      faults.push(`The parameter ${name} takes one value.`);
    else if (text === undefined) faults.push(notUtf8(name));
    else values[name] = text;
  }
  return {values, faults};
};
