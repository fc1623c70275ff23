import {openExtract} from '#indexer/read/open-extract.ts';

/*
 * Reads the extract at the path it is given, in a process of its own, and prints the digest of its
 * content or why it could not be read. Told to `stop`, it gives up while it opens the extract.
 */

const [path = '', stop] = process.argv.slice(2);
const interrupted = new AbortController();

const read = async (): Promise<string> => {
  const opening = openExtract(path, {signal: interrupted.signal});
  if (stop === 'stop') interrupted.abort();
  const extract = await opening;
  try {
    for await (const _ of extract.bytes);
    return extract.contentSha256();
  } finally {
    await extract.close();
  }
};

try {
  console.log(await read());
} catch (error) {
  console.log(error instanceof Error && 'code' in error ? error.code : error);
}
