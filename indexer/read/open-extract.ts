import {basename} from 'node:path';
import type {Readable} from 'node:stream';
import {danishDay} from '#core/domain/danish-time.ts';
import {instantInName} from '#core/domain/extract-name.ts';
import {manifestName} from '#mappings/export.ts';
import {ExtractRefused} from './extract-refused.ts';
import {openExport} from './open-export.ts';
import {type Input, openInput, peek} from './open-input.ts';
import {unpack} from './unpack.ts';

/** How the records are written: in the register's XML, or as JSON. An export has a format of its own. */
type Format = 'xml' | 'json-array' | 'ndjson';

export type OpenOptions = {
  readonly stdin?: Readable | undefined;
  /** An extract that unpacks to more bytes is refused. */
  readonly maxBytes?: number | undefined;
  /** Ends the wait for a pipe that is silent. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Opens a file, or standard input for `-`. The content decides the format; the name tells only when
 * it was made. The manifest of an export is recognized by its name, and stands for all parts of the export.
 *
 * @throws {ExtractRefused} if it is not an extract. @throws {InputUnreadable} if it cannot be read.
 */
export const openExtract = async (
  path: string,
  {stdin = process.stdin, maxBytes = Number.POSITIVE_INFINITY, signal}: OpenOptions = {},
) => {
  const opened = new AsyncDisposableStack();
  try {
    const input = await openInput(path, stdin, signal);
    opened.defer(async () => {
      input.stream.destroy();
      await input.file?.close();
    });
    const isExport = input.file !== undefined && basename(path) === manifestName;
    const found = await (isExport ? openExport : openRecords)(path, input, maxBytes);
    opened.use(found.bytes);
    return {
      ...found,
      /** The day in Denmark on which it was made; if that is unknown, today. */
      extractedOn: danishDay(new Date(found.extractedAt ?? Date.now())),
      /** Ends the reading and closes the file. Call it on every path. */
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
};

const openRecords = async (path: string, input: Input, maxBytes: number) => {
  const {content, ...unpacked} = await unpack(input, maxBytes);
  const {found: format, all} = await peek(content, formatOf);
  return {
    ...unpacked,
    format,
    /** When the register made it, as an ISO instant: from its name, else from the file's own time. */
    extractedAt: instantInName(basename(path)) ?? input.stats?.mtime.toISOString() ?? null,
    /** The digest that its vehicles must have; only an export states one. */
    statedDigest: undefined,
    /** Size of the file on disk; `null` for a pipe. */
    totalBytes: input.stats?.size ?? null,
    /** The plain content. Reading it throws {@link ExtractRefused} if the file turns out to be damaged. */
    bytes: all,
  };
};

/** An extract that is open for reading, once, from its start. */
export type Extract = Awaited<ReturnType<typeof openExtract>>;

/** How UTF-16 begins, in hexadecimal. XML may use it, and the register does not. */
const utf16 = ['fffe', 'feff', '3c00', '003c'];

/** By the first character that is not white space. */
const formats: Readonly<Record<string, Format>> = {'<': 'xml', '[': 'json-array', '{': 'ndjson'};

/** In bytes: enough to recognise content by. */
const startBytes = 512;

/** The format; undefined if more of the content is needed. @throws {ExtractRefused} */
const formatOf = (start: Buffer, isAll: boolean): Format | undefined => {
  if (start.length < startBytes && !isAll) return undefined;
  const text = start
    .toString('utf8', 0, startBytes)
    .replace(/^\ufeff/, '')
    .trimStart();
  // A server without an extract may answer with a page; a fetch keeps anything that could be an extract.
  if (/^<(?:!doctype )?html\b/i.test(text)) throw new ExtractRefused('NotAnExtract', 'a web page');
  const format = formats[text.charAt(0)];
  if (format !== undefined) return format;
  if (utf16.includes(start.toString('hex', 0, 2))) {
    throw new ExtractRefused('XmlEncoding', 'is encoded in UTF-16');
  }
  throw new ExtractRefused('NotAnExtract', start.length === 0 ? 'empty' : 'neither XML nor JSON');
};
