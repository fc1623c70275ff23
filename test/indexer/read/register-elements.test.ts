import test from 'ava';
import type {RecordTree, RecordValue} from '#indexer/read/source-record.ts';
import {unknownElementCounter} from '#indexer/read/unknown-elements.ts';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {fieldNotes} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {referenceFields} from '#mappings/fields/references.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {toVehicleDocument} from '../plain/to-vehicle-document.ts';
import {unknownIn as unknownElementsOf} from '../plain/unknown-elements.ts';
import {sampleRecords} from './register-xml.ts';

const unknownIn = (records: Iterable<RecordTree>): readonly string[] => {
  const {add, taken} = unknownElementCounter();
  for (const record of records) add(unknownElementsOf(record));
  return Object.keys(taken());
};

/** A record with one element, which has a text. */
const recordWith = (path: string): RecordTree =>
  path
    .split('/')
    .reduceRight<RecordTree | string>((below, name) => ({[name]: below}), 'x') as RecordTree;

/** The paths that a field notes: `a/b + c` is `a/b` and `a/c`. */
const pathsOf = (element: string): readonly string[] => {
  const folder = element.slice(0, element.lastIndexOf('/', element.indexOf(' + ')) + 1);
  const [first = '', ...others] = element.split(' + ');
  return [first, ...others.map(name => folder + name)];
};

test('every element that a field is declared with is known', t => {
  const shapes = [
    vehicleFields,
    technicalFields,
    engineFields,
    inspectionFields,
    environmentFields,
  ];
  const fields = [...shapes, ...Object.values(referenceFields)].flatMap(shape =>
    Object.values(shape),
  );
  const paths = fields.flatMap(field => pathsOf(fieldNotes.get(field)?.element ?? 'no element'));
  t.true(paths.length > 100);
  t.deepEqual(unknownIn(paths.map(recordWith)), []);
});

/** The same value, whose elements are added to `paths` when they are read. */
const watched = (value: RecordValue, prefix: string, paths: Set<string>): RecordValue => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(each => watched(each, prefix, paths)) as RecordTree[];
  return new Proxy(value as RecordTree, {
    get: (tree, name) => {
      paths.add(`${prefix}${String(name)}`);
      return watched(tree[String(name)] ?? '', `${prefix}${String(name)}/`, paths);
    },
  });
};

test('every element that documents are made from is known', t => {
  const paths = new Set<string>();
  const context = {latestYear: 2027, extractedOn: '2026-11-15', setAside: () => {}};
  for (const record of sampleRecords) {
    toVehicleDocument('1', 0, watched(treeOf(record), '', paths) as RecordTree, context);
  }
  t.true(paths.size > 150);
  t.deepEqual(unknownIn(Array.from(paths, recordWith)), []);
});

test('every element of the hand-made sample is known', t => {
  t.true(sampleRecords.length > 10);
  t.deepEqual(unknownIn(sampleRecords.map(treeOf)), []);
});

test('every element of synthetic extracts is known', t => {
  t.deepEqual(unknownIn(someRecords(2000, 12).map(treeOf)), []);
});

test('if the register renamed every element, each would be counted', t => {
  const renamed = someRecords(500).map(record =>
    treeOf(record.replaceAll(/(<\/?ns:)(?=[^S])/g, '$1Ny')),
  );
  const [first = '', ...others] = unknownIn(renamed);
  t.true(others.length > 120, first);
  t.false(others.includes('(others)'));
});
