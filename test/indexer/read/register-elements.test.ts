import test from 'ava';
import {fillSlots} from '#indexer/read/fill-slots.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {unknownElementCounter} from '#indexer/read/unknown-elements.ts';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {fieldNotes} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {references} from '#mappings/reference-document.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {sampleRecords} from './register-xml.ts';

const unknownIn = (records: Iterable<RecordTree>): readonly string[] => {
  const {add, taken} = unknownElementCounter();
  const slots = new RecordSlots();
  for (const record of records) {
    fillSlots(slots, record);
    add(slots.unknown);
  }
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
  const fields = [...shapes, ...Object.values(references).map(({fields}) => fields)].flatMap(
    shape => Object.values(shape),
  );
  const paths = fields.flatMap(field => pathsOf(fieldNotes.get(field)?.element ?? 'no element'));
  t.true(paths.length > 100);
  t.deepEqual(unknownIn(paths.map(recordWith)), []);
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
