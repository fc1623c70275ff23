import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {Duplex, PassThrough, Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {ZipFile} from 'yazl';
import {recordOrder} from './record-order.ts';
import {
  checkSize,
  documentEnd,
  documentStart,
  type SampleSize,
  sampleRecord,
} from './sample-records.ts';

export type SampleCounts = {
  readonly records: number;
  readonly vehicles: number;
  /** Of XML, in UTF-8. */
  readonly bytes: number;
};

export type SampleOptions = SampleSize & {
  /** Path of the zip to write. A file that is there is replaced once the new one is whole. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
  /** Called for every 256 KiB or so of XML, with what was written so far. */
  readonly onProgress?: ((counts: SampleCounts) => void) | undefined;
};

/** Characters gathered before they are encoded and handed on. */
const batchLength = 256 * 1024;

/** Gathers the document in batches; `counted` hears of all that was handed on. */
async function* encoded(
  {seed, vehicles}: SampleSize,
  counted: (counts: SampleCounts) => void,
): AsyncGenerator<Buffer> {
  const counts = {records: 0, vehicles: 0, bytes: 0};
  const encode = (text: string): Buffer => {
    const bytes = Buffer.from(text, 'utf8');
    counts.bytes += bytes.length;
    counted({...counts});
    return bytes;
  };

  let text = documentStart;
  for (const place of recordOrder(seed, vehicles)) {
    text += sampleRecord(seed, place);
    counts.records += 1;
    if (place.snapshot === 0) counts.vehicles += 1;
    if (text.length >= batchLength) {
      yield encode(text);
      text = '';
    }
  }
  yield encode(text + documentEnd);
}

/** A DOS time has no zone: taken from local parts, it is the same bytes in every one. */
const entryTime = new Date(2026, 10, 15, 4, 30);

/** The register's way to pack the file: one entry, deflated, of a size not known beforehand. */
const zip = (): Duplex => {
  const xml = new PassThrough();
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
 * give the same XML everywhere and, with the same zlib, the same zip. Memory does not grow with it.
 *
 * @throws RangeError for a size that cannot be; an AbortError once `signal` is aborted; the file
 * system's own errors. None of them leaves a file behind.
 */
export const writeSample = async (options: SampleOptions): Promise<SampleCounts> => {
  checkSize(options);
  let written: SampleCounts = {records: 0, vehicles: 0, bytes: 0};
  const source = encoded(options, counts => {
    written = counts;
    options.onProgress?.(counts);
  });
  const unfinished = `${options.out}.${randomUUID()}.part`;
  try {
    const {signal} = options;
    await pipeline(source, zip(), createWriteStream(unfinished), signal ? {signal} : {});
    await rename(unfinished, options.out);
  } catch (error) {
    await rm(unfinished, {force: true});
    throw error;
  }
  return written;
};
