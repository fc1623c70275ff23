import type {VehicleContent} from '#mappings/vehicle-document.ts';

/**
 * A record as it was read from the extract, or a line of an export. `ordinal` is its place: unique in the extract,
 * ascending, and the same every time the extract is read.
 */
export type SourceRecord =
  | {readonly ordinal: number; readonly tree: RecordTree}
  | {readonly ordinal: number; readonly line: string}
  | RejectedRecord;

/**
 * A record that is not read, since the stored document of its vehicle was made of the same bytes; unless another record
 * of the vehicle turns out to be missing or changed.
 */
export type KnownRecord = {
  /** In bytes. */
  readonly length: number;
  readonly ident: string;
  /** Its plate as the register spells it. */
  readonly plate: () => string | undefined;
};

/**
 * A record whose content is in the slots until the next record is read, or, from an export, in `content`; or one that
 * is known or rejected. `hash` is the XXH64 of its bytes, and `length` their number; a record in JSON has neither. A
 * record that `wasKnown` was yielded before.
 */
export type ReadRecord =
  | {
      readonly ordinal: number;
      readonly hash?: bigint;
      readonly length?: number;
      readonly wasKnown?: boolean;
      readonly content?: VehicleContent;
    }
  | {readonly ordinal: number; readonly known: KnownRecord}
  | RejectedRecord;

/** In bytes. A longer record is rejected unread; the register's records are 9 kB on average. */
export const maxRecordBytes = 1024 * 1024;

/** A record with deeper nesting of elements, counting the record itself, is rejected. */
export const maxDepth = 32;

/** Why a record cannot be read. */
type SyntaxFault =
  | 'MalformedXml'
  | 'MalformedJson'
  | 'MixedContent'
  | 'NotUtf8'
  | 'TooDeep'
  | 'TooLarge';

/** A record that is not served. Of its content it holds only the ident, so it may be logged. */
export type RejectedRecord = {
  readonly ordinal: number;
  /** A code: a {@link SyntaxFault}, or a finding of a later step. */
  readonly reason: string;
  /** The fault in the syntax, in words. */
  readonly detail?: string | undefined;
  /** The register's own key of its vehicle, if it was found. */
  readonly ident?: string | undefined;
};

/** Thrown and caught while one record is read. The message holds nothing of the record's content. */
export class RecordRejected extends Error {
  override readonly name = 'RecordRejected';
  readonly reason: SyntaxFault;

  constructor(reason: SyntaxFault, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export const tooLarge = (maxBytes: number): RecordRejected =>
  new RecordRejected('TooLarge', `longer than ${maxBytes} bytes`);

export const notUtf8 = (): RecordRejected => new RecordRejected('NotUtf8', 'not valid UTF-8');

/** @param record Its bytes, which are searched for its ident; undefined if they were not kept. */
export const rejectedRecord = (
  ordinal: number,
  {reason, message: detail}: RecordRejected,
  record: Buffer | undefined,
): RejectedRecord => ({ordinal, reason, detail, ident: record && findIdent(record)});

/** An ident has 16 digits. Any text but up to 20 digits could be personal data. */
const digits = /^\d{1,20}$/;

/** An ident as it is written in XML or JSON. */
const written = /KoeretoejIdent(?:>|"\s*:)\s*"?(\d+)/;

/** In bytes. A record begins with its ident, so no more than its start is searched. */
const searched = 64 * 1024;

/** The text, if it can be an ident that names a record. */
export const asIdent = (text: string | undefined): string | undefined =>
  text !== undefined && digits.test(text) ? text : undefined;

/** The first ident in a record that could not be read, found on its bytes. */
const findIdent = (record: Buffer): string | undefined =>
  asIdent(written.exec(record.toString('latin1', 0, searched))?.[1]);

/**
 * One record of the extract as nested elements, with the register's own names:
 * `{KoeretoejIdent: '9000000009000001', KoeretoejAnvendelseStruktur: {…}, …}`.
 *
 * Names carry no namespace prefix, a repeated element is an array, an empty element is absent, and
 * every value is text. A tree has no prototype, so a name such as `constructor` or `__proto__` is a
 * member like any other.
 *
 * A text may keep the memory of its whole record alive: copy a text that outlives the record.
 */
export type RecordTree = {readonly [element: string]: RecordValue};

export type RecordValue = string | RecordTree | readonly (string | RecordTree)[];

/** A tree while it is being filled. */
export type GrowingTree = {[element: string]: string | GrowingTree | (string | GrowingTree)[]};

export const emptyTree = (): GrowingTree => Object.create(null);

/**
 * Adds one occurrence of an element. A second one makes the member an array; the empty text, which
 * stands for an empty element, is not added.
 */
export const addElement = (tree: GrowingTree, name: string, value: string | GrowingTree): void => {
  if (value === '') return;
  const known = tree[name];
  if (known === undefined) tree[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else tree[name] = [known, value];
};

/** The tree, or the empty text if it has no members. */
export const contentOf = (tree: GrowingTree): GrowingTree | '' => {
  for (const _ in tree) return tree;
  return '';
};
