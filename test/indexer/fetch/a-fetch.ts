import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {type FetchLimits, fetchExtract} from '#indexer/fetch/fetch-extract.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {aFolder as aTemporaryFolder, aZip} from '../../helpers/extracts/files.ts';

export const newest = 'ESStatistikListeModtag-20261115-031500.zip';

/** A zip like the register's, of about that many bytes: its XML is not compressed. */
export const anExtract = (bytes = 200_000): Promise<Buffer> =>
  aZip(
    {'ESStatistikListeModtag.xml': `<?xml version="1.0"?><a>${'x'.repeat(bytes)}</a>`},
    {compress: false},
  );

type Options = Partial<FetchLimits> & {
  readonly delayMs?: number;
  readonly advance?: () => void;
  readonly notice?: () => void;
};

/** A folder for the indexer, and fetches into it that retry twice and without delay. */
export const aFolder = (t: ExecutionContext) => {
  const directory = aTemporaryFolder(t);
  const folder = join(directory, 'extracts');
  const notices: string[] = [];
  const stop = new AbortController();
  const fetch = (url: string, {delayMs = 0, advance, notice, ...limits}: Options = {}) =>
    fetchExtract({
      url,
      directory,
      limits: {
        stallMs: 10_000,
        minBytesPerSecond: 0,
        deadlineMs: 60_000,
        maxBytes: 2 ** 60,
        ...limits,
      },
      signal: stop.signal,
      retries: 2,
      delayMs,
      display: {
        show: ({text, entry}) => {
          if (!('event' in entry && entry.event === 'notice')) return;
          notices.push(text);
          notice?.();
        },
        status: advance ?? (() => {}),
        end: () => {},
      },
    });
  return {
    directory,
    folder,
    notices,
    stop: (reason: Error) => stop.abort(reason),
    /** The files in the folder, without hidden ones. */
    files: async () => (await readdir(folder)).filter(name => !name.startsWith('.')).toSorted(),
    /** Puts a file into the folder by hand. */
    put: async (name: string, content: string | Uint8Array) => {
      await mkdir(folder, {recursive: true});
      await writeFile(join(folder, name), content);
    },
    content: (name: string) => readFile(join(folder, name)),
    fetch,
    /** That a fetch cannot go on, which this tells. */
    fails: (url: string, message: string | RegExp, options?: Options) =>
      t.throwsAsync(fetch(url, options), {instanceOf: FetchFailed, message}),
  };
};
