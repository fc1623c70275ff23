/** An ident has 16 digits; what has more than these is not one, and could be anything. */
const digits = /^\d{1,20}$/;

/** The first ident as it is written in XML or JSON; no digit may follow its digits. */
const written = /KoeretoejIdent(?:>|"\s*:)\s*"?(\d{1,20})(?!\d)/;

/** A record begins with its ident: no more than its start is searched. In bytes. */
const searched = 64 * 1024;

/** A text as an ident to name a record by, if it can be one. */
export const asIdent = (text: string | undefined): string | undefined =>
  text !== undefined && digits.test(text) ? text : undefined;

/** The ident in a record that could not be read, found on its bytes. */
export const findIdent = (record: Buffer): string | undefined =>
  written.exec(record.toString('latin1', 0, searched))?.[1];
