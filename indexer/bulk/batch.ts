/**
 * Documents ready to be sent: the NDJSON body of a bulk request, two lines a document (`create` with
 * its `_id`, then the document). No two of them have one `_id`.
 */
export type Batch = {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where each document's lines end in `body`, so that some can be sent again without the others. */
  readonly ends: Uint32Array<ArrayBuffer>;
};

const linesAt = ({body, ends}: Batch, position: number): Uint8Array<ArrayBuffer> =>
  body.subarray(ends[position - 1] ?? 0, ends[position]);

/** The documents at `positions` alone. */
export const subBatch = (batch: Batch, positions: readonly number[]): Batch => {
  const parts = positions.map(position => linesAt(batch, position));
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const ends = Uint32Array.from(parts, part => {
    body.set(part, end);
    end += part.length;
    return end;
  });
  return {body, ends};
};

/** The document at `position`, parsed back from its line. */
export const documentAt = (batch: Batch, position: number): unknown => {
  const lines = Buffer.from(linesAt(batch, position)).toString();
  return JSON.parse(lines.slice(lines.indexOf('\n') + 1));
};
