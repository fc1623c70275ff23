/**
 * Documents ready to be sent: the NDJSON body of a bulk request, two lines a document (`create` with
 * its `_id`, then the document). No two of them are of the same vehicle.
 */
export type Batch = {
  readonly body: Uint8Array;
  /** Where each document's lines end in `body`, so that some can be sent again without the others. */
  readonly ends: Uint32Array;
};

type Line = {readonly id: string; readonly document: unknown};

const encoder = new TextEncoder();

const endsOf = (lengths: readonly number[]): Uint32Array<ArrayBuffer> => {
  let end = 0;
  return Uint32Array.from(lengths, length => {
    end += length;
    return end;
  });
};

/** `{"create":…}` and the document, each on its line. Ids hold nothing that JSON would escape. */
export const toBatch = (lines: readonly Line[]): Batch => {
  const texts = lines.map(
    ({id, document}) => `{"create":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`,
  );
  return {
    body: encoder.encode(texts.join('')),
    ends: endsOf(texts.map(text => Buffer.byteLength(text))),
  };
};

const linesAt = ({body, ends}: Batch, position: number): Uint8Array =>
  body.subarray(ends[position - 1] ?? 0, ends[position]);

/** The documents at `positions` alone. */
export const subBatch = (batch: Batch, positions: readonly number[]): Batch => {
  const parts = positions.map(position => linesAt(batch, position));
  return {body: Buffer.concat(parts), ends: endsOf(parts.map(part => part.length))};
};

/** The document at `position`, parsed back from its line. */
export const documentAt = (batch: Batch, position: number): unknown => {
  const lines = Buffer.from(linesAt(batch, position)).toString();
  return JSON.parse(lines.slice(lines.indexOf('\n') + 1));
};
