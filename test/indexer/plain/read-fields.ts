import {type FieldContext, parsers} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {type FieldNotes, fieldNotes} from '#mappings/fields/field.ts';
import type {Shape, StoredValues} from '#mappings/fields/shape.ts';
import {descendAt, textAt} from './element.ts';

type Field = {
  readonly member: string;
  readonly element: string;
  readonly read: (text: string, context: FieldContext) => unknown;
};

/** Where no value can be 0, the register writes 0 for "not measured": absent, not set aside. */
const zeroSaysNothing = ({range}: FieldNotes): boolean => range !== undefined && range[0] > 0;

const fieldsByParent = (shape: Shape, base: string): ReadonlyMap<string, readonly Field[]> => {
  const groups = new Map<string, Field[]>();
  for (const [member, schema] of Object.entries(shape)) {
    const notes = fieldNotes.get(schema);
    if (!notes?.kind) continue;
    const parse = parsers[notes.kind];
    const isZeroNothing = zeroSaysNothing(notes);
    const path = notes.element.slice(base.length);
    const cut = path.lastIndexOf('/');
    const parent = path.slice(0, Math.max(cut, 0));
    const field: Field = {
      member,
      element: path.slice(cut + 1),
      read: (text, context) => {
        if (isZeroNothing && Number(text) === 0) return undefined;
        const value = parse(text, notes, context);
        if (value === undefined) context.setAside(member);
        return value;
      },
    };
    groups.set(parent, [...(groups.get(parent) ?? []), field]);
  }
  return groups;
};

/**
 * Reads every member of `shape` that stands for one element, as `mappings/` declares it. A value
 * that cannot be used (out of its plausible range, malformed) is left out and reported.
 *
 * @param base The path of the tree that is read, with a slash at its end; a record's is empty.
 */
export const fieldReader = <const S extends Shape>(shape: S, base = '') => {
  const groups = Array.from(fieldsByParent(shape, base), ([parent, fields]) => ({
    path: parent === '' ? [] : parent.split('/'),
    fields,
  }));
  return (tree: RecordTree, context: FieldContext): StoredValues<S> => {
    const values: Record<string, unknown> = {};
    for (const {path, fields} of groups) {
      const node = descendAt(tree, path);
      if (!node) continue;
      for (const {member, element, read} of fields) {
        const text = textAt(node, element);
        const value = text === undefined ? undefined : read(text, context);
        if (value !== undefined) values[member] = value;
      }
    }
    return values as StoredValues<S>;
  };
};

type Present<Values> = {[Name in keyof Values]?: Exclude<Values[Name], undefined>};

/** The members that have a value: documents leave absent ones out. */
export const present = <Values extends Readonly<Record<string, unknown>>>(values: Values) => {
  const kept: Record<string, unknown> = {};
  for (const name in values) {
    if (values[name] !== undefined) kept[name] = values[name];
  }
  return kept as Present<Values>;
};
