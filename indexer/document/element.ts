import type {RecordTree, RecordValue} from '../records/record-tree.ts';

const first = (value: RecordValue | undefined) => (Array.isArray(value) ? value[0] : value);

/** The element's text, trimmed; undefined when it is absent, blank or holds elements. */
export const textAt = (node: RecordTree, name: string): string | undefined => {
  const value = node[name];
  if (value === undefined) return undefined;
  const text = first(value);
  return typeof text === 'string' ? text.trim() || undefined : undefined;
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

const addAllAt = (
  node: RecordTree,
  path: readonly string[],
  depth: number,
  found: RecordTree[],
): void => {
  if (depth === path.length) {
    found.push(node);
    return;
  }
  const value = node[path[depth] ?? ''];
  if (value === undefined || typeof value === 'string') return;
  for (const child of (Array.isArray(value) ? value : [value]) as readonly (
    | string
    | RecordTree
  )[]) {
    if (typeof child === 'object') addAllAt(child, path, depth + 1, found);
  }
};

/**
 * All elements at the end of `path`. The register writes one wrapper around repeated items; a
 * repeated wrapper is read as well.
 */
export const allAt = (node: RecordTree, path: readonly string[]): readonly RecordTree[] => {
  const found: RecordTree[] = [];
  addAllAt(node, path, 0, found);
  return found;
};
