/**
 * Documents ready to be sent: the NDJSON body of a bulk request, two lines a document (the action,
 * mostly `create`, with its `_id`; then the document). No two of them have one `_id`.
 */
export type Batch = {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where each document's lines end in `body`, so that some can be sent again without the others. */
  readonly ends: Uint32Array<ArrayBuffer>;
};

const linesAt = ({body, ends}: Batch, position: number): Uint8Array<ArrayBuffer> =>
  body.subarray(ends[position - 1] ?? 0, ends[position]);

const joined = (parts: readonly Uint8Array[]): Batch => {
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const ends = Uint32Array.from(parts, part => {
    body.set(part, end);
    end += part.length;
    return end;
  });
  return {body, ends};
};

/** A batch of actions that are written out already: each is its two lines, line feeds included. */
export const batchOf = (actions: readonly string[]): Batch =>
  joined(actions.map(lines => Buffer.from(lines)));

/** The documents at `positions` alone. */
export const subBatch = (batch: Batch, positions: readonly number[]): Batch =>
  joined(positions.map(position => linesAt(batch, position)));

/** The document at `position`, parsed back from its line. */
export const documentAt = (batch: Batch, position: number): unknown => {
  const lines = Buffer.from(linesAt(batch, position)).toString();
  return JSON.parse(lines.slice(lines.indexOf('\n') + 1));
};
