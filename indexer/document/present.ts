type Present<Values> = {[Name in keyof Values]?: Exclude<Values[Name], undefined>};

/** The members that have a value: a document leaves absent ones out. */
export const present = <Values extends Readonly<Record<string, unknown>>>(values: Values) => {
  const kept: Record<string, unknown> = {};
  for (const name in values) {
    if (values[name] !== undefined) kept[name] = values[name];
  }
  return kept as Present<Values>;
};
