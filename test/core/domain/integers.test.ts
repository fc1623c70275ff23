import test from 'ava';
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
