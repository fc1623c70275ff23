import {exitCodes, OperationalError} from '#core/command-line/errors.ts';

/**
 * The reasons to refuse a file as a whole, so that none of it may go live, each with the sentences for
 * the operator: the fault of the file, and the remedy. A detail completes some of them.
 */
const sentences = {
  NotAnExtract: (what: string) =>
    `The file is ${what}. Pass the register's zip, its XML, or JSON records.`,
  ZipOnStdin:
    'A zip cannot be read from standard input because its directory is at its end. ' +
    'Save it to a file first and pass that.',
  ZipTruncated:
    'The zip is incomplete or damaged: its directory cannot be read. Download it again.',
  StaysIncomplete: (what: string) =>
    `${what} and does not grow: it is damaged there. Ask the register, or wait for the next extract.`,
  ZipEntries: (what: string) =>
    `The zip contains ${what}, but an extract is exactly one XML file. Pass the register's zip.`,
  ZipEncrypted: 'The XML in the zip is encrypted. Unpack it with its password and import the XML.',
  ZipCompression:
    'The XML in the zip is compressed with a method other than deflate. Unpack it and import the XML.',
  DataTruncated: 'The compressed data ends too early: the file is incomplete. Download it again.',
  DataCorrupt: 'The compressed data is damaged: it does not inflate. Download the file again.',
  ChecksumMismatch:
    'The data is damaged: its checksum or size is not the one in the file. Download it again.',
  InflatesTooFar: (ratio: string) =>
    `The file inflates to more than ${ratio} times its size, which no extract does. ` +
    'Check where it came from.',
  TooLarge: (maxBytes: string) =>
    `The extract unpacks to more than ${maxBytes} bytes. Check where it came from, or raise ` +
    'EXTRACT_MAX_BYTES.',
  FileTooLarge: (maxBytes: string) =>
    `The file is larger than ${maxBytes} bytes, the most that an extract may unpack to. Check ` +
    'EXTRACT_URL, or raise EXTRACT_MAX_BYTES.',
  XmlEncoding: (how: string) => `The XML ${how}. Convert the file to UTF-8 first.`,
  XmlDoctype:
    'The XML has a document type declaration, which no extract has. Download the extract again, or ' +
    'pass another file.',
  XmlRoot: (names: string) =>
    `The root element is ${names}. Pass the register's extract; if this is it, the register has changed ` +
    'its format, and this release cannot read it.',
  XmlHead: (how: string) => `The XML ${how}. Download the extract again, or pass another file.`,
  XmlTruncated: (where: string) =>
    `The XML ends ${where}, so records are missing. Download the extract again.`,
  XmlTrailing: 'The XML continues after the end of its root element. Download the extract again.',
  JsonTruncated: (how: string) => `The JSON ${how}, so records are missing. Create the file again.`,
  JsonMalformed: (how: string) => `The JSON ${how}. Create the file again.`,
  ManifestUnusable: (how: string) =>
    `The manifest ${how}. Pass the manifest.json of a complete export.`,
  ExportVersion: (versions: string) =>
    `The export has the schema version ${versions}. Import it with the release of this software that wrote ` +
    'it, or import an extract of the register.',
  PartUnusable: (how: string) =>
    `${how}. Copy the export again from where it was written, or write it again.`,
} satisfies Record<string, string | ((detail: string) => string)>;

export type RefusalCode = keyof typeof sentences;

/** The file cannot be imported. Single records that cannot be read are rejected instead. */
export class ExtractRefused extends OperationalError {
  override readonly exitCode = exitCodes.extractRefused;
  readonly code: RefusalCode;
  /** The name of the file at the server, if it was fetched. */
  fileName?: string;

  /** @param detail Completes the sentence of the code. */
  constructor(code: RefusalCode, detail: string | number = '', options?: ErrorOptions) {
    const sentence = sentences[code];
    super(typeof sentence === 'string' ? sentence : sentence(String(detail)), options);
    this.code = code;
  }
}
