import test from 'ava';
import fc from 'fast-check';
import {platePattern, toPlate, toVin} from '#core/domain/identifiers.ts';
import {isInt64, toInt32, toInt64} from '#core/domain/integers.ts';

const isTheId = test.macro({
  title: (_, written: string, id: string) => `${written} is the id ${id}`,
  exec(t, written: string, id: string) {
    t.is<string | undefined, string>(toInt64(written), id);
    t.is(isInt64(written), written === id);
  },
});

test(isTheId, '0', '0');
test(isTheId, '-0', '0');
test(isTheId, '9007199254740993', '9007199254740993');
test(isTheId, '9223372036854775807', '9223372036854775807');
test(isTheId, '-9223372036854775808', '-9223372036854775808');

const malformed = [
  '',
  ' 1',
  '1 ',
  '+1',
  '01',
  '-01',
  '1.0',
  '1e3',
  '0x1',
  '--1',
  '-',
  '١',
  '1\n',
  'abc',
];

const isNoNumber = test.macro({
  title: (_, text: string) => `${JSON.stringify(text).slice(0, 30)} is no number`,
  exec(t, text: string) {
    t.is(toInt64(text), undefined);
    t.false(isInt64(text));
    t.is(toInt32(text), undefined);
  },
});

for (const text of [...malformed, '9223372036854775808', '-9223372036854775809', '9'.repeat(400)]) {
  test(isNoNumber, text);
}

const isTheNumber = test.macro({
  title: (_, written: string, number: number) => `${written} is the 32-bit number ${number}`,
  exec: (t, written: string, number: number) => t.is(toInt32(written), number),
});

test(isTheNumber, '2147483647', 2147483647);
test(isTheNumber, '-2147483648', -2147483648);
test(isTheNumber, '-0', 0);

test('a number of more than 32 bits is no 32-bit number', t => {
  t.is(toInt32('2147483648'), undefined);
  t.is(toInt32('-2147483649'), undefined);
});

const readsAs = test.macro({
  title: (_, written: string, plate: string) => `${JSON.stringify(written)} is the plate ${plate}`,
  exec: (t, written: string, plate: string) =>
    t.is<string | undefined, string>(toPlate(written), plate),
});

test(readsAs, 'AB12345', 'AB12345');
test(readsAs, 'ab 12-345', 'AB12345');
test(readsAs, ' -a- ', 'A');
test(readsAs, 'æøå', 'ÆØÅ');
test(readsAs, 'a\u030A1', 'Å1');
test(readsAs, '1234567890', '1234567890');
test(readsAs, '1 2 3 4 5 6 7 8 9 0', '1234567890');

const isNoPlate = test.macro({
  title: (_, what: string) => `${what} makes no plate`,
  exec: (t, _: string, written: string) => t.is(toPlate(written), undefined),
});

test(isNoPlate, 'nothing', '');
test(isNoPlate, 'only spaces', '   ');
test(isNoPlate, 'an eleventh character', '12345678901');
test(isNoPlate, 'a no-break space', 'AB\u00A012345');
test(isNoPlate, 'a tab', 'AB\t12345');
test(isNoPlate, 'an en dash', 'AB–12345');
test(isNoPlate, 'an emoji', 'AB🚗');
test(isNoPlate, 'a sharp s', 'ßA');
test(isNoPlate, 'a dotless i', 'ıA');
test(isNoPlate, 'a long s', 'ſA');
test(isNoPlate, 'the ligature fi', 'ﬁA');
test(isNoPlate, 'a full-width letter', 'ＡB');
test(isNoPlate, 'a letter of another alphabet', 'ÄB');
test(isNoPlate, 'a trailing line break', 'AB12345\n');
test(isNoPlate, 'the Kelvin sign', '\u212AA');
test(isNoPlate, 'the Ångström sign', '\u212BA');

test('a plate in its normal form is read as itself', t => {
  const character = fc.constantFrom(...'ABCXYZabcxyz0189ÆØÅæøå -'.split(''));
  const written = fc.array(character, {maxLength: 14}).map(characters => characters.join(''));
  fc.assert(
    fc.property(written, text => {
      const plate = toPlate(text);
      return plate === undefined || toPlate(plate) === plate;
    }),
    {seed: 1},
  );
  t.pass();
});

test('the spelling of plates is told as it is read', t => {
  const characters = ['A', 'a', 'z', '0', 'Æ', 'å', ' ', '-', '\u030A', 'ß', '\n', '_', '\u00A0'];
  const written = fc.array(fc.constantFrom(...characters), {maxLength: 14});
  const patterns = [1, 2].map(least => ({least, pattern: new RegExp(platePattern(least))}));
  fc.assert(
    fc.property(written, all => {
      const text = all.join('');
      const length = toPlate(text)?.length ?? 0;
      return patterns.every(({least, pattern}) => pattern.test(text) === length >= least);
    }),
    {numRuns: 5000},
  );
  t.pass();
});

const isTheVin = test.macro({
  title: (_, written: string, vin: string) => `${JSON.stringify(written)} is the VIN ${vin}`,
  exec: (t, written: string, vin: string) => t.is<string, string>(toVin(written), vin),
});

test(isTheVin, ' wvwzzz1jz3w386752 ', 'WVWZZZ1JZ3W386752');
test(isTheVin, '706462', '706462');
test(isTheVin, 'ab cd', 'AB CD');
test(isTheVin, 'ß1', 'ß1');
test(isTheVin, '', '');
