import {resumed} from '../input/resumed.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {type Head, parseHead} from './parse-head.ts';

/** With more than this before the list of records, a file is not the register's. In bytes. */
const maxHeadBytes = 1024 * 1024;

/**
 * Reads an extract's XML up to its list of records. Answers with the head and with the rest of the
 * content, which ends the reading of `content` when it is left early.
 *
 * @throws {ExtractRefused} when this is not the start of the register's XML.
 */
export const readHead = async (
  content: AsyncIterable<Uint8Array>,
): Promise<{readonly head: Head; readonly body: AsyncIterableIterator<Uint8Array>}> => {
  const chunks = content[Symbol.asyncIterator]();
  try {
    let bytes = Buffer.alloc(0);
    for (;;) {
      const {value, done} = await chunks.next();
      if (!done) bytes = Buffer.concat([bytes, value]);
      const head = parseHead(bytes.subarray(0, maxHeadBytes));
      if (head !== undefined) return {head, body: resumed(bytes.subarray(head.length), chunks)};
      if (done) throw endsEarly();
      if (bytes.length >= maxHeadBytes) throw tooLong();
    }
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
};

const endsEarly = (): ExtractRefused =>
  new ExtractRefused(
    'XmlTruncated',
    'The XML ends before its list of records. Download the extract again.',
  );

const tooLong = (): ExtractRefused =>
  new ExtractRefused(
    'XmlHead',
    'The XML holds more than 1 MiB before its list of records, so it is not an extract of the ' +
      'register. Name another file.',
  );
