import test from 'ava';
import {asIdent, notUtf8, rejectedRecord} from '#indexer/read/source-record.ts';

const findIdent = (record: string) => rejectedRecord(0, notUtf8(), Buffer.from(record)).ident;

const finds = test.macro({
  title: (_, what: string) => `the ident is found ${what}`,
  exec(t, _what: string, text: string, ident: string | undefined) {
    t.is(findIdent(text), ident);
  },
});

test(
  finds,
  'in XML',
  '<ns:KoeretoejIdent>9000000009000001</ns:KoeretoejIdent>',
  '9000000009000001',
);
test(finds, 'in XML that breaks off after it', '<a:KoeretoejIdent> 12', '12');
test(finds, 'in JSON as text', '{"KoeretoejIdent" : "9000000009000001"}', '9000000009000001');
test(finds, 'in JSON as a number', '{"KoeretoejIdent":12,"a":}', '12');
test(finds, 'before that of another vehicle', 'KoeretoejIdent>1< KoeretoejIdent>2<', '1');
test(finds, 'with 20 digits', `<KoeretoejIdent>${'9'.repeat(20)}<`, '9'.repeat(20));

test('what is not digits, or more than 20 of them, is no ident', t => {
  for (const written of ['<KoeretoejIdent>Hansen<', `KoeretoejIdent>${'1'.repeat(21)}<`, '']) {
    t.is(findIdent(written), undefined);
  }
  t.is(asIdent('9223372036854775808'), '9223372036854775808');
  for (const text of ['-1', '12a', '1'.repeat(21), '', ' 1', undefined]) {
    t.is(asIdent(text), undefined);
  }
});
