import type {RecordTree} from './record-tree.ts';

/** Why a record was left out, alone. */
export type RecordFault =
  | 'MalformedXml'
  | 'MalformedJson'
  | 'MixedContent'
  | 'NotUtf8'
  | 'TooDeep'
  | 'TooLarge';

/**
 * A record that could not be read. `detail` names the fault in the syntax and holds nothing of the
 * record's content, so it may be logged.
 */
export type RejectedRecord = {
  readonly ordinal: number;
  readonly reject: RecordFault;
  readonly detail: string;
  /** Of its vehicle, where it could be found. */
  readonly ident?: string | undefined;
};

/**
 * A record as it was read from the extract. `ordinal` is its place: unique in the extract, growing,
 * and the same at every reading.
 */
export type SourceRecord = {readonly ordinal: number; readonly tree: RecordTree} | RejectedRecord;

/** A longer record is rejected unread; the register's are 9 kB on average. In bytes. */
export const maxRecordBytes = 1024 * 1024;
