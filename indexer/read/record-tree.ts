/**
 * One record of the extract as nested elements, with the register's own names:
 * `{KoeretoejIdent: '9000000009000001', KoeretoejAnvendelseStruktur: {…}, …}`.
 *
 * Names carry no namespace prefix, a repeated element is an array, an empty element is absent, and
 * every value is text. A tree has no prototype, so a name such as `constructor` or `__proto__` is a
 * member like any other.
 *
 * A text may keep the memory of its whole record alive: copy what outlives the record.
 */
export type RecordTree = {readonly [element: string]: RecordValue};

export type RecordValue = string | RecordTree | readonly (string | RecordTree)[];

/** A tree while it is being filled. */
export type GrowingTree = {[element: string]: string | GrowingTree | (string | GrowingTree)[]};

/** A record with deeper nesting of elements, counting the record itself, is rejected. */
export const maxDepth = 32;

export const emptyTree = (): GrowingTree => Object.create(null);

/**
 * Adds one occurrence of an element. The second makes the member an array; the empty text, which
 * stands for an empty element, is not added.
 */
export const addElement = (tree: GrowingTree, name: string, value: string | GrowingTree): void => {
  if (value === '') return;
  const known = tree[name];
  if (known === undefined) tree[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else tree[name] = [known, value];
};

/** The tree, or the empty text when it has no members. */
export const contentOf = (tree: GrowingTree): GrowingTree | '' => {
  for (const _ in tree) return tree;
  return '';
};
