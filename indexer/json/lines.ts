export type Line = {
  /** Without the line feed; `undefined` when it is longer than allowed. */
  readonly bytes: Buffer | undefined;
  /** Where the line begins, in bytes. */
  readonly offset: number;
  /** Whether a line feed ended it, rather than the end of everything. */
  readonly isEnded: boolean;
};

const lineFeed = 0x0a;

/** Splits bytes into lines. One longer than `maxBytes` is passed over without being held. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let offset = 0;

  const add = (part: Uint8Array) => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (isEnded: boolean): Line => {
    const line = {bytes: length > maxBytes ? undefined : Buffer.concat(parts), offset, isEnded};
    offset += length + 1;
    parts = [];
    length = 0;
    return line;
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take(false);
}
