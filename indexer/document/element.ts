import type {RecordTree, RecordValue} from '../xml/record-tree.ts';

const first = (value: RecordValue | undefined) => (Array.isArray(value) ? value[0] : value);

/** The element's text, trimmed; undefined when it is absent, blank or holds elements. */
export const textAt = (node: RecordTree, name: string): string | undefined => {
  const value = first(node[name]);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
};

/** The element's children; undefined when it is absent or holds text. Of a repeated one, the first. */
export const childAt = (node: RecordTree, name: string): RecordTree | undefined => {
  const value = first(node[name]);
  return typeof value === 'object' ? (value as RecordTree) : undefined;
};

/** The element at the end of `path`, or undefined. */
export const descendAt = (node: RecordTree, path: readonly string[]): RecordTree | undefined => {
  let found: RecordTree | undefined = node;
  for (const name of path) found = found && childAt(found, name);
  return found;
};

const childrenAt = (node: RecordTree, name: string): readonly RecordTree[] => {
  const value = node[name];
  if (value === undefined || typeof value === 'string') return [];
  const values = (Array.isArray(value) ? value : [value]) as readonly (string | RecordTree)[];
  return values.filter(each => typeof each === 'object');
};

/**
 * All elements at the end of `path`. The register writes one wrapper around repeated items; a
 * repeated wrapper is read as well.
 */
export const allAt = (node: RecordTree, path: readonly string[]): readonly RecordTree[] =>
  path.reduce<readonly RecordTree[]>(
    (nodes, name) => nodes.flatMap(each => childrenAt(each, name)),
    [node],
  );
