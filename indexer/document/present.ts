type Present<Values> = {[Name in keyof Values]?: Exclude<Values[Name], undefined>};

/** The members that have a value: a document leaves absent ones out. */
export const present = <Values extends Readonly<Record<string, unknown>>>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Present<Values>;
