import type {IndexingConfig} from '#core/config/indexing.ts';
import {type Extract, openExtract} from '../input/open-extract.ts';
import {type KnownExtracts, mayBeKnown} from './known-extracts.ts';

/** The digest of a whole file, read for nothing else. */
const digestOf = async (file: string, {maxBytes}: IndexingConfig, signal: AbortSignal) => {
  const extract = await openExtract(file, undefined, {maxBytes});
  try {
    for await (const _ of extract.bytes) signal.throwIfAborted();
    return extract.contentSha256();
  } finally {
    await extract.close();
  }
};

/**
 * The digest of an extract before anything is built of it, where it may be one that is known: it is
 * read once more only when it has the size of one of those. Undefined for every other.
 */
export const contentIfKnown = async (
  file: string,
  extract: Extract,
  known: KnownExtracts,
  {indexing, signal}: {readonly indexing: IndexingConfig; readonly signal: AbortSignal},
): Promise<string | undefined> =>
  mayBeKnown(known, extract.totalBytes) ? digestOf(file, indexing, signal) : undefined;
