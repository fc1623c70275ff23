import test from 'ava';
import {profileOf} from '#indexer/document/profiles.ts';
import {fillSlots} from '#indexer/read/fill-slots.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {outermost} from '#indexer/read/unknown-elements.ts';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {fieldNotes} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {references} from '#mappings/reference-document.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {figuresOf, treeOf} from '../../helpers/extracts/prepared-trees.ts';
import {aRecord, end, start} from './register-xml.ts';

const unknownIn = (...records: readonly RecordTree[]): Readonly<Record<string, number>> => {
  const slots = new RecordSlots();
  const profiles = records.map(record => {
    fillSlots(slots, record);
    return {text: profileOf(undefined, [], slots.unknown), records: 1};
  });
  return figuresOf({profiles}).unknownElements;
};

/** A record with something at the end of a path. */
const at = (path: string, content: RecordTree | readonly RecordTree[] | string): RecordTree =>
  path.split('/').reduceRight<unknown>((below, name) => ({[name]: below}), content) as RecordTree;

const ground = 'KoeretoejOplysningGrundStruktur';
const engine = `${ground}/KoeretoejMotorStruktur`;
const fuels = 'KoeretoejDrivmiddelSamling/DrivmiddelStruktur';
const type = `${fuels}/DrivkraftTypeStruktur`;
const equipment = 'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur';

/** By where the unknown element is: a record, and what is told of it. */
const places: Readonly<Record<string, readonly [record: RecordTree, told: readonly string[]]>> = {
  'at the top': [{KoeretoejIdent: '1', Ny: 'x'}, ['Ny']],
  'below a known element': [at('SynResultatStruktur/Ny', 'x'), ['SynResultatStruktur/Ny']],
  'below one that has had text so far': [at('KoeretoejArtNavn/Ny', 'x'), ['KoeretoejArtNavn/Ny']],
  'in some of several items': [
    at(`${ground}/${equipment}`, [{KoeretoejUdstyrAntal: '1'}, {Ny: 'x'}, {Ny: 'y'}]),
    [`${ground}/${equipment}/Ny`],
  ],
  'around known ones, or in place of a wrapper': [
    at(`${engine}/Ny/${type}/DrivkraftTypeNavn`, 'Benzin'),
    ['Ny', 'Ny/KoeretoejDrivmiddelSamling', `Ny/${fuels}`, `Ny/${type}`]
      .concat(`Ny/${type}/DrivkraftTypeNavn`)
      .map(path => `${engine}/${path}`),
  ],
  'known elsewhere': [{KoeretoejOplysningTotalVaegt: '1750'}, ['KoeretoejOplysningTotalVaegt']],
};

for (const [where, [record, told]] of Object.entries(places)) {
  test(`an unknown element ${where} is told by its path, once per record`, t => {
    const counts = unknownIn(record, {KoeretoejIdent: '2'}, record);
    t.deepEqual(counts, Object.fromEntries(told.map(path => [path, 2])));
  });
}

test('nothing below owners is told, whatever their structure', t => {
  t.deepEqual(unknownIn({EjerBrugerSamling: [{EjerBruger: {Ny: 'x'}}, {Ny: {Ny: 'y'}}]}), {});
});

test('names that every object has are told like any other', t => {
  const record = JSON.parse('{"constructor":"x","toString":{"valueOf":"y"},"__proto__":"z"}');
  const told = ['__proto__', 'constructor', 'toString', 'toString/valueOf'];
  t.deepEqual(Object.keys(unknownIn(record)).toSorted(), told);
});

test('what is told is short and printable, whatever the names are', t => {
  const deep = (levels: number): RecordTree =>
    levels === 0 ? {Ny: 'x'} : {['N'.repeat(200)]: deep(levels - 1)};
  const counts = unknownIn(
    {'a\n\u001b[2J/b "c"\u202e': 'x', Ærø: 'x', ['x'.repeat(10_000)]: 'x'},
    {Ny: deep(29)},
  );
  const long = 'N'.repeat(80);
  t.deepEqual(Object.keys(counts), [
    'a???2J?b??c??',
    'x'.repeat(80),
    'Ærø',
    'Ny',
    `Ny/${long}`,
    `Ny/${long}/${long}`,
    `Ny/${long}/${long}/${long}`,
    `Ny/${`${long}/`.repeat(4)}`.slice(0, 300),
  ]);
});

test('of a structure that moved, the outermost element is enough for a sentence', t => {
  const moved = {...at(`${ground}/Ny/${type}/DrivkraftTypeNavn`, 'Benzin'), Nyt: 'x'};
  const alone = at(`${type}/DrivkraftTypeNavn`, 'Benzin');
  const counts = unknownIn(moved, moved, {...moved, ...alone});
  t.is(Object.keys(counts).length, 10);
  t.deepEqual(outermost(counts), [
    [`${ground}/Ny`, 3],
    ['Nyt', 3],
    ['KoeretoejDrivmiddelSamling', 1],
  ]);
});

test('250 paths are told, and the further ones as one', t => {
  const records = Array.from({length: 10_000}, (_, n) => ({[`Ny${n}`]: 'x', Ny0: 'x'}));
  const counts = unknownIn(...records);
  t.is(Object.keys(counts).length, 251);
  t.like(counts, {Ny0: 10_000, Ny249: 1, '(others)': 9_750});
});

test('of a record with 50,000 unknown elements no more are looked at than are told', t => {
  const names = Array.from({length: 50_000}, (_, n) => [`Ny${n}`, 'x']);
  const counts = unknownIn(Object.fromEntries(names));
  t.is(Object.keys(counts).length, 251);
  t.is(counts['(others)'], 1);
});

const xml = (ny: string) => `${start}${aRecord('1', ny)}${aRecord('2')}${aRecord('x', ny)}${end}`;
const inspected = (ny: string) => `<ns:SynResultatStruktur>${ny}</ns:SynResultatStruktur>`;
const forms = {
  'XML as the register writes it': xml(inspected('<ns:Ny>x</ns:Ny>')),
  'other XML': xml(inspected('<!-- --><ns:Ny a="b">x</ns:Ny>')),
  JSON: '{"KoeretoejIdent":1,"SynResultatStruktur":{"Ny":2}}\n{"KoeretoejIdent":2}\n{"SynResultatStruktur":{"Ny":2}}\n',
};

for (const [form, content] of Object.entries(forms)) {
  test(`unknown elements are found in ${form}, in rejected records, too`, async t => {
    const {unknownElements, rejects} = await preparedFrom(content);
    t.deepEqual(unknownElements, {'SynResultatStruktur/Ny': 2});
    t.is(rejects.length, 1);
  });
}

/** The paths that a field notes: `a/b + c` is `a/b` and `a/c`. */
const pathsOf = (element: string): readonly string[] => {
  const folder = element.slice(0, element.lastIndexOf('/', element.indexOf(' + ')) + 1);
  const [first = '', ...others] = element.split(' + ');
  return [first, ...others.map(name => folder + name)];
};

test('every element that a field is declared with is known', t => {
  const shapes = [
    ...[vehicleFields, technicalFields, engineFields, inspectionFields, environmentFields],
    ...Object.values(references).map(({fields}) => fields),
  ];
  const fields = shapes.flatMap(shape => Object.values(shape));
  const paths = fields.flatMap(field => pathsOf(fieldNotes.get(field)?.element ?? 'no element'));
  t.true(paths.length > 100);
  t.deepEqual(unknownIn(...paths.map(path => at(path, 'x'))), {});
});

test('if the register renamed every element, each would be counted', t => {
  const renamed = someRecords(500).map(record =>
    treeOf(record.replaceAll(/(<\/?ns:)(?=[^S])/g, '$1Ny')),
  );
  const [first = '', ...others] = Object.keys(unknownIn(...renamed));
  t.true(others.length > 120, first);
  t.false(others.includes('(others)'));
});
