import {
  addElement,
  contentOf,
  emptyTree,
  type GrowingTree,
  maxDepth,
  type RecordTree,
} from './record-tree.ts';
import {RecordRejected} from './source-record.ts';

/**
 * The tree of a record that was written in JSON, with the register's element names as members: the
 * same tree that its XML would give. Numbers come as text, so that long ids stay exact.
 *
 * @throws {RecordRejected}
 */
export const treeOfJson = (record: unknown): RecordTree => {
  if (!isObject(record)) throw malformed('a record must be an object');
  return treeOf(record, 1);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const treeOf = (object: Readonly<Record<string, unknown>>, depth: number): GrowingTree => {
  if (depth > maxDepth) throw new RecordRejected('TooDeep', `deeper than ${maxDepth}`);
  const tree = emptyTree();
  for (const [name, value] of Object.entries(object)) {
    const occurrences = Array.isArray(value) ? value : [value];
    for (const occurrence of occurrences) addElement(tree, name, contentOfJson(occurrence, depth));
  }
  return tree;
};

const contentOfJson = (value: unknown, depth: number): string | GrowingTree => {
  if (value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return wellFormed(value);
  if (isObject(value)) return contentOf(treeOf(value, depth + 1));
  throw malformed('a list inside a list');
};

const wellFormed = (text: string): string => {
  if (!text.isWellFormed()) throw malformed('half a surrogate pair');
  return text;
};

const malformed = (detail: string): RecordRejected => new RecordRejected('MalformedJson', detail);

/**
 * A reviver that makes a list of the values of a member that an object has twice: what a repeated element
 * is in XML. Parsers would keep the last alone.
 */
export function keepEach(this: unknown, name: string, value: unknown): unknown {
  // The whole text is passed as the member '' of an object of the parser's.
  const isFirst = !isObject(this) || name === '' || !Object.hasOwn(this, name);
  if (isFirst) return value;
  const known = this[name];
  const values = Array.isArray(known) ? known : [known];
  for (const each of [value].flat()) values.push(each);
  return values;
}
