const placeholder = /\{(\w+)\}/g;

/** `'/v1/makes/{makeId}/models/{id}'` → `['makeId', 'id']` */
export const pathNames = (path: string): readonly string[] =>
  Array.from(path.matchAll(placeholder), ([, name = '']) => name);

/** A declared path with something in the place of each of its names. */
export const filledPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(placeholder, (_, name) => fill(name));
