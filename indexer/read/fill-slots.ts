import {readLine} from './open-export.ts';
import {type RecordSlots, slotKind} from './record-slots.ts';
import {identElement, type RegisterElement, recordElement} from './register-elements.ts';
import type {ReadRecord, RecordTree, RecordValue, SourceRecord} from './source-record.ts';
import {addPaths} from './unknown-elements.ts';

/**
 * Puts a record that was read as a tree into the slots, as if it had come in the register's own form.
 * Such are the records that the tokenizer declines, and records in JSON.
 */
export const fillSlots = (slots: RecordSlots, record: RecordTree): void => {
  let written = '';
  let length = 0;

  const putText = (slot: number, text: string): void => {
    const escaped = text.replaceAll('&', '&amp;');
    const start = length;
    written += escaped;
    length += Buffer.byteLength(escaped);
    slots.put(slot, start, length);
  };

  /** Puts the children of an element. `base` is undefined in a further occurrence of one that is read once. */
  const putAll = (known: RegisterElement, tree: RecordTree, base: number | undefined): void => {
    if (known.isOpaque) return;
    for (const name of Object.keys(tree)) {
      const value = tree[name] ?? '';
      const element = known.children[name];
      if (element === undefined) addPaths(slots.unknown, known.prefix, name, value);
      else put(element, value, base);
    }
  };

  const put = (element: RegisterElement, value: RecordValue, base: number | undefined): void => {
    for (const [index, each] of [value].flat().entries()) {
      const isFirst = index === 0 && base !== undefined;
      if (index > 0 && element === identElement) slots.repeatsIdent = true;
      if (typeof each === 'string') {
        if (isFirst && element.slot >= 0) putText(base + element.slot, each);
        continue;
      }
      if (isFirst && element.slot >= 0) slots.kinds[base + element.slot] = slotKind.elements;
      const isRow = element.list !== undefined && base !== undefined;
      if (isRow) putAll(element, each, slots.addRow(element.list));
      else putAll(element, each, element.slot < 0 || isFirst ? base : undefined);
    }
  };

  slots.clear();
  putAll(recordElement, record, 0);
  slots.readFrom(Buffer.from(written));
};

/** Puts parsed records into the slots, one after another; parses the lines of an export. */
export function* fillEach(
  slots: RecordSlots,
  records: Iterable<SourceRecord>,
): Generator<ReadRecord> {
  for (const record of records) {
    if ('tree' in record) fillSlots(slots, record.tree);
    yield 'line' in record ? readLine(record.ordinal, record.line) : record;
  }
}
