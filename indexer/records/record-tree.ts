/**
 * One record of the extract as the names and texts it holds, in the register's own words:
 * `{KoeretoejIdent: '9000000009000001', KoeretoejAnvendelseStruktur: {…}, …}`.
 *
 * Names carry no namespace prefix, a repeated element is an array, an element that holds nothing is
 * absent, and every value is text. A tree has no prototype, so a name such as `constructor` or
 * `__proto__` is a member like any other.
 *
 * A text may keep the memory of its whole record alive: copy what outlives the record.
 */
export type RecordTree = {readonly [element: string]: RecordValue};

export type RecordValue = string | RecordTree | readonly (string | RecordTree)[];

/** A tree while it is being filled. */
export type GrowingTree = {[element: string]: string | GrowingTree | (string | GrowingTree)[]};

/** Elements nested deeper than this, counting the record itself, are no record of the register. */
export const maxDepth = 32;

export const emptyTree = (): GrowingTree => Object.create(null);

/**
 * Adds one occurrence of an element: the second makes the member an array, the empty text that
 * stands for an element without content leaves no trace.
 */
export const addElement = (tree: GrowingTree, name: string, value: string | GrowingTree): void => {
  if (value === '') return;
  const known = tree[name];
  if (known === undefined) tree[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else tree[name] = [known, value];
};

/** The tree, or the empty text when no child left a trace in it. */
export const contentOf = (tree: GrowingTree): GrowingTree | '' => {
  for (const _ in tree) return tree;
  return '';
};
