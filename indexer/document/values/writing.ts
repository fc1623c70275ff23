import type {RecordSlots} from '../../read/record-slots.ts';
import type {JsonBytes} from '../bytes/json-bytes.ts';
import type {FieldContext} from '../parse-value.ts';

/** Common to everything that writes documents: from where, whereto, and by which rules. */
export type Writing = FieldContext & {readonly slots: RecordSlots; readonly out: JsonBytes};

/**
 * Writes the value of one member, from the slots of the record (at 0) or of a row (at its base). Returns
 * whether there was one; if not, what it wrote is to be taken back.
 */
export type Write = (base: number) => boolean;
