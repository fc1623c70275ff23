import test from 'ava';
import {recordReader} from '#indexer/read/read-records.ts';
import {RecordSlots, textAt} from '#indexer/read/record-slots.ts';
import {slotAt} from '#indexer/read/register-elements.ts';
import {aRecord, end, headOf, registerHead, sample, sampleRecords, start} from './register-xml.ts';

const read = (text: string | Uint8Array, offset = 0, head = registerHead) => {
  const slots = new RecordSlots();
  const records = recordReader(head, slots)({bytes: new Uint8Array(Buffer.from(text)), offset});
  return Array.from(records, record =>
    'reason' in record
      ? {ordinal: record.ordinal, reason: record.reason}
      : {ordinal: record.ordinal, id: textAt(slots, slotAt('KoeretoejIdent'))},
  );
};

test('the sample has 13 records, each at its place', async t => {
  const head = await headOf(sample);
  const list = sample.subarray(head.length, sample.lastIndexOf('</ns:StatistikSamling>'));
  const records = read(list, head.length);
  t.is(records.length, 13);
  t.deepEqual(
    records.map(({ordinal}) => ordinal),
    sampleRecords.map(record => sample.indexOf(record)),
  );
  t.is(records[0]?.id, '9000000009000001');
});

test('a record that is not UTF-8 is rejected alone', t => {
  const block = Buffer.from(`${aRecord('1')}${aRecord('\xe6')}${aRecord('3')}`, 'latin1');
  t.like(read(block), [{id: '1'}, {reason: 'NotUtf8'}, {id: '3'}]);
});

test('an encoded surrogate, an overlong form and a bare continuation are not UTF-8', t => {
  for (const bytes of ['\xed\xa0\x80', '\xc0\xaf', '\x80', '\xf4\x90\x80\x80']) {
    t.like(read(Buffer.from(aRecord(bytes), 'latin1')), [{reason: 'NotUtf8'}]);
  }
});

const unended = aRecord('2').replace('</ns:Statistik>', '');

test('a record that lost its end tag is rejected alone', t => {
  t.like(read(aRecord('1') + unended + aRecord('3')), [
    {id: '1'},
    {reason: 'MalformedXml'},
    {id: '3'},
  ]);
});

test('each of two records that lost their end tags is rejected', t => {
  const block = aRecord('1') + unended + unended + aRecord('3');
  t.like(read(block), [{id: '1'}, {reason: 'MalformedXml'}, {reason: 'MalformedXml'}, {id: '3'}]);
});

test('a list of records that ends before its last record refuses the extract', t => {
  const refusal = {name: 'ExtractRefused', code: 'XmlTrailing'};
  t.throws(() => read(aRecord('1') + end + start + aRecord('2')), refusal);
  t.throws(() => read(aRecord('1') + end + aRecord('2')), refusal);
  t.throws(() => read(aRecord('1') + unended + end + start + aRecord('2')), refusal);
});

test('a record that lost its start tag is rejected alone', t => {
  const unstarted = aRecord('2').replace('<ns:Statistik>', '');
  t.like(read(aRecord('1') + unstarted + aRecord('3')), [
    {id: '1'},
    {reason: 'MalformedXml'},
    {id: '3'},
  ]);
});

test('text between records is a reject, comments and instructions are not', t => {
  const comment = '<!-- <ns:Statistik> --><?a b?>\n';
  t.like(read(aRecord('1') + comment + aRecord('3')), [{id: '1'}, {id: '3'}]);
  t.like(read(`${aRecord('1')} x ${aRecord('3')}`), [
    {id: '1'},
    {reason: 'MalformedXml'},
    {id: '3'},
  ]);
});

for (const part of ['<?', '<!--', '<!-', '<ns:', '<!-- -', '<?a?>', '<!---->', ':Statistik']) {
  test(`${part} again and again between two records is one reject at most`, t => {
    const startedAt = performance.now();
    const items = read(aRecord('1') + part.repeat(3_000_000 / part.length) + aRecord('3'));
    t.like(items[0], {id: '1'});
    t.like(items.at(-1), {id: '3'});
    t.true(items.length <= 3);
    // In quadratic time it took ten minutes.
    t.true(performance.now() - startedAt < 10_000);
  });
}

test('a broken record is rejected alone', t => {
  const broken = aRecord('2', '<ns:A>&</ns:A>');
  t.like(read(aRecord('1') + broken + aRecord('3')), [
    {id: '1'},
    {reason: 'MalformedXml'},
    {id: '3'},
  ]);
});

test('a record of 2 MiB is rejected alone', t => {
  const long = aRecord('2', `<ns:A>${'x'.repeat(2 ** 21)}</ns:A>`);
  t.like(read(aRecord('1') + long + aRecord('3')), [{id: '1'}, {reason: 'TooLarge'}, {id: '3'}]);
});

test('a record 40 elements deep is rejected alone', t => {
  const deep = aRecord('2', '<ns:A>'.repeat(40) + '</ns:A>'.repeat(40));
  t.like(read(deep + aRecord('3')), [{reason: 'TooDeep'}, {id: '3'}]);
});

test('a million attributes are one reject', t => {
  const many = Array.from({length: 80_000}, (_, n) => `a${n}="1"`).join(' ');
  t.is(read(`${aRecord('2', `<ns:A ${many}/>`)}`).length, 1);
});

test('an element whose name begins like that of a record is none', t => {
  const record = aRecord('1', '<ns:StatistikArt a="b">x</ns:StatistikArt>');
  t.like(read(record + aRecord('3')), [{id: '1'}, {id: '3'}]);
});

test('a record may have attributes of its own', t => {
  t.like(read(aRecord('1').replace('<ns:Statistik>', '<ns:Statistik a="b">')), [{id: '1'}]);
});

const prefixed = test.macro({
  title: (_, what: string) => `records are read with ${what}`,
  async exec(t, _what: string, prefix: string, xmlns: string) {
    const root = `${prefix}ESStatistikListeModtag_I`;
    const namespace = 'http://skat.dk/dmr/2007/05/31/';
    const head = await headOf(`<${root} ${xmlns}="${namespace}"><${prefix}StatistikSamling>`);
    const block = (aRecord('1') + aRecord('2', '<ns:A/>')).replaceAll('ns:', prefix);
    t.like(read(block, 0, head), [{id: '1'}, {id: '2'}]);
  },
});

test(prefixed, 'another prefix', 'dmr:', 'xmlns:dmr');
test(prefixed, 'a prefix of more than letters', 'd-m.r:', 'xmlns:d-m.r');
test(prefixed, 'the default namespace', '', 'xmlns');
