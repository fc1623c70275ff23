import test from 'ava';
import fc from 'fast-check';
import {platePattern, toPlate, toVin} from '#core/domain/identifiers.ts';

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
