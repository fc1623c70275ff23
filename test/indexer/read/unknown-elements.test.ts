import test from 'ava';
import {fillSlots} from '#indexer/read/fill-slots.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {outermost, unknownElementCounter} from '#indexer/read/unknown-elements.ts';
import {preparedFrom} from '../../helpers/extracts/prepared-extract.ts';
import {aRecord, end, start} from './register-xml.ts';

const unknownIn = (...records: readonly RecordTree[]): Readonly<Record<string, number>> => {
  const {add, taken} = unknownElementCounter();
  const slots = new RecordSlots();
  for (const record of records) {
    fillSlots(slots, record);
    add(slots.unknown);
  }
  return taken();
};

const petrol = {DrivkraftTypeNummer: '1', DrivkraftTypeNavn: 'Benzin'};
const fuels = {
  KoeretoejDrivmiddelSamling: {DrivmiddelStruktur: [{DrivkraftTypeStruktur: petrol}]},
};
const engine = 'KoeretoejOplysningGrundStruktur/KoeretoejMotorStruktur';
const fuelType = 'KoeretoejDrivmiddelSamling/DrivmiddelStruktur/DrivkraftTypeStruktur';
const equipment = 'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur';

/** By where the unknown element is: a record, and what is told of it. */
const places: Readonly<Record<string, readonly [record: RecordTree, told: readonly string[]]>> = {
  'at the top': [{KoeretoejIdent: '1', Ny: 'x'}, ['Ny']],
  'below a known element': [{SynResultatStruktur: {Ny: 'x'}}, ['SynResultatStruktur/Ny']],
  'below a known element that has had text so far': [
    {KoeretoejArtNavn: {Ny: 'x'}},
    ['KoeretoejArtNavn/Ny'],
  ],
  'in some of several items': [
    {
      KoeretoejOplysningGrundStruktur: {
        KoeretoejUdstyrSamlingStruktur: {
          KoeretoejUdstyrSamling: {
            KoeretoejUdstyrStruktur: [{KoeretoejUdstyrAntal: '1'}, {Ny: 'x'}, {Ny: 'y'}],
          },
        },
      },
    },
    [`KoeretoejOplysningGrundStruktur/${equipment}/Ny`],
  ],
  'around known ones': [
    {
      KoeretoejOplysningGrundStruktur: {
        KoeretoejMotorStruktur: {Ny: {KoeretoejDrivmiddelSamlingStruktur: fuels}},
      },
    },
    [
      `${engine}/Ny`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur/KoeretoejDrivmiddelSamling`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur/KoeretoejDrivmiddelSamling/DrivmiddelStruktur`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur/${fuelType}`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur/${fuelType}/DrivkraftTypeNummer`,
      `${engine}/Ny/KoeretoejDrivmiddelSamlingStruktur/${fuelType}/DrivkraftTypeNavn`,
    ],
  ],
  'in place of a wrapper': [
    {KoeretoejOplysningGrundStruktur: {KoeretoejMotorStruktur: fuels}},
    [
      `${engine}/KoeretoejDrivmiddelSamling`,
      `${engine}/KoeretoejDrivmiddelSamling/DrivmiddelStruktur`,
      `${engine}/${fuelType}`,
      `${engine}/${fuelType}/DrivkraftTypeNummer`,
      `${engine}/${fuelType}/DrivkraftTypeNavn`,
    ],
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
  const record = Object.assign(Object.create(null), {constructor: 'x', toString: {valueOf: 'y'}});
  Object.defineProperty(record, '__proto__', {value: 'z', enumerable: true});
  t.deepEqual(Object.keys(unknownIn(record)).toSorted(), [
    '__proto__',
    'constructor',
    'toString',
    'toString/valueOf',
  ]);
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
    'Ærø',
    'x'.repeat(80),
    'Ny',
    `Ny/${long}`,
    `Ny/${long}/${long}`,
    `Ny/${long}/${long}/${long}`,
    `Ny/${`${long}/`.repeat(4)}`.slice(0, 300),
  ]);
});

test('of a structure that moved, the outermost element is enough for a sentence', t => {
  const moved = {KoeretoejOplysningGrundStruktur: {Ny: fuels, Nyt: 'x'}};
  const {KoeretoejDrivmiddelSamling} = fuels;
  const counts = unknownIn(moved, moved, {...moved, KoeretoejDrivmiddelSamling});
  t.is(Object.keys(counts).length, 12);
  t.deepEqual(outermost(counts), [
    ['KoeretoejOplysningGrundStruktur/Ny', 3],
    ['KoeretoejOplysningGrundStruktur/Nyt', 3],
    ['KoeretoejDrivmiddelSamling', 1],
  ]);
});

test('250 paths are told, and the further ones as one', t => {
  const records = Array.from({length: 10_000}, (_, n) => ({[`Ny${n}`]: 'x', Ny0: 'x'}));
  const counts = unknownIn(...records);
  t.is(Object.keys(counts).length, 251);
  t.is(counts['Ny0'], 10_000);
  t.is(counts['Ny249'], 1);
  t.is(counts['(others)'], 9_750);
});

test('of a record with 50,000 unknown elements no more are looked at than are told', t => {
  const names = Array.from({length: 50_000}, (_, n) => [`Ny${n}`, 'x']);
  const counts = unknownIn(Object.fromEntries(names));
  t.is(Object.keys(counts).length, 251);
  t.is(counts['(others)'], 1);
});

const xml = (ny: string) => `${start}${aRecord('1', ny)}${aRecord('2')}${aRecord('x', ny)}${end}`;
const forms = {
  'XML as the register writes it': xml(
    '<ns:SynResultatStruktur><ns:Ny>x</ns:Ny></ns:SynResultatStruktur>',
  ),
  'other XML': xml(
    '<ns:SynResultatStruktur><!-- --><ns:Ny a="b">x</ns:Ny></ns:SynResultatStruktur>',
  ),
  JSON: '{"KoeretoejIdent":1,"SynResultatStruktur":{"Ny":2}}\n{"KoeretoejIdent":2}\n{"SynResultatStruktur":{"Ny":2}}\n',
};

for (const [form, content] of Object.entries(forms)) {
  test(`unknown elements are found in ${form}, in rejected records, too`, async t => {
    const {unknownElements, rejects} = await preparedFrom(content);
    t.deepEqual(unknownElements, {'SynResultatStruktur/Ny': 2});
    t.is(rejects.length, 1);
  });
}
