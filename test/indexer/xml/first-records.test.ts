import test from 'ava';
import fc from 'fast-check';
import {firstRecords} from '#indexer/xml/first-records.ts';
import {recordReader} from '#indexer/xml/read-records.ts';
import {aRecord, registerHead} from './register-xml.ts';

const ordinalsIn = (bytes: Uint8Array<ArrayBuffer>, offset: number) =>
  Array.from(recordReader(registerHead)({bytes, offset}), ({ordinal}) => ordinal);

/** Records as they should be, as they should not, and what may stand between them. */
const parts = fc.constantFrom(
  aRecord('1'),
  aRecord('2', '<!-- a --><ns:A b="c"/>'),
  aRecord('3').replace('</ns:Statistik>', ''),
  aRecord('4').replace('<ns:Statistik>', ''),
  aRecord('5', '<ns:A>&</ns:A>'),
  '<!-- <ns:Statistik> -->\n',
  ' text ',
);

test('the first records of a block are the first that are read of it, whatever it holds', t => {
  fc.assert(
    fc.property(fc.array(parts, {maxLength: 8}), fc.nat(8), (texts, most) => {
      const bytes = new Uint8Array(Buffer.from(texts.join('') + aRecord('9')));
      const all = ordinalsIn(bytes, 1000);
      const {block, records} = firstRecords({bytes, offset: 1000}, most);
      t.deepEqual(ordinalsIn(block.bytes, block.offset), all.slice(0, most));
      t.is(records, Math.min(most, all.length));
    }),
  );
});
