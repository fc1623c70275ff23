import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {Duplex, PassThrough, Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';
import {documentEnd, documentStart, type SampleSize, sampleRecords} from './sample-records.ts';

export type SampleOptions = SampleSize & {
  /** Path of the zip to write. An existing file is replaced once the new one is complete. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
};

/** Large enough that a chunk is deflated on another core while the next is filled. */
const chunkBytes = 2 ** 17;

/** The XML in chunks: a chunk for each record would cost more to pass on than to make. */
function* document(size: SampleSize, counts: {records: number; bytes: number}): Generator<Buffer> {
  let text = documentStart;
  const chunk = (): Buffer => {
    const bytes = Buffer.from(text);
    counts.bytes += bytes.length;
    text = '';
    return bytes;
  };
  for (const record of sampleRecords(size)) {
    counts.records += 1;
    text += record;
    if (text.length >= chunkBytes) yield chunk();
  }
  text += documentEnd;
  yield chunk();
}

/** A DOS time has no zone: from local parts, it is the same bytes in every zone. */
const entryTime = new Date(2026, 10, 15, 4, 30);

/** Zips as the register does: one entry, deflated, of a size that is not known beforehand. */
const zip = (): Duplex => {
  const xml = new PassThrough({highWaterMark: 4 * chunkBytes});
  const zipFile = new ZipFile();
  zipFile.addReadStream(xml, 'ESStatistikListeModtag.xml', {
    mtime: entryTime,
    forceDosTimestamp: true,
    compressionLevel: 1,
  });
  zipFile.end();
  return Duplex.from({writable: xml, readable: Readable.from(zipFile.outputStream)});
};

/**
 * Writes a synthetic extract as the register publishes it: one XML file in a zip. A size and a seed
 * give the same XML everywhere and, with the same zlib, the same zip. Memory does not grow with the size.
 *
 * @throws {RangeError} for an impossible size; an AbortError once `signal` is aborted; the file
 * system's own errors. None of them leaves a file behind.
 */
export const writeSample = async ({out, signal, ...size}: SampleOptions) => {
  /** `bytes` counts those of the XML, in UTF-8. */
  const counts = {records: 0, vehicles: size.vehicles, bytes: 0};
  const unfinished = `${out}.${randomUUID()}.part`;
  const file = createWriteStream(unfinished);
  try {
    await pipeline(document(size, counts), zip(), file, {signal});
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, {force: true});
    throw error;
  }
  return counts;
};
