/** The reasons to refuse a file as a whole, so that none of it may go live. */
export type RefusalCode =
  | 'NotAnExtract'
  | 'ZipOnStdin'
  | 'ZipTruncated'
  | 'ZipEntries'
  | 'ZipEncrypted'
  | 'ZipCompression'
  | 'DataTruncated'
  | 'DataCorrupt'
  | 'ChecksumMismatch'
  | 'InflatesTooFar'
  | 'TooLarge'
  | 'XmlEncoding'
  | 'XmlDoctype'
  | 'XmlRoot'
  | 'XmlHead'
  | 'XmlTruncated'
  | 'XmlTrailing'
  | 'JsonTruncated'
  | 'JsonMalformed';

/**
 * The file cannot be imported. The message tells the operator what is wrong with the file and what to
 * do. Single records that cannot be read are no reason: those are rejected alone.
 */
export class ExtractRefused extends Error {
  override readonly name = 'ExtractRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
