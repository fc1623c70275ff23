import {type FileHandle, mkdir, open} from 'node:fs/promises';
import {join} from 'node:path';
import type {RejectedRecord} from '../records/source-record.ts';
import {removeOldLists} from './old-lists.ts';

/** The list of the records that a build rejected, for whoever looks into them. */
export type RejectsFile = {
  /** Lists them, in time; never fails and is not to be waited for. */
  readonly add: (rejects: readonly RejectedRecord[]) => void;
  /** Answers with the path of the file, or undefined when there is none. */
  readonly close: () => Promise<string | undefined>;
};

/** An extract with more is refused; a file with more is read by nobody. */
const mostLines = 100_000;

const lineOf = ({ordinal, ident, reason, detail}: RejectedRecord): string =>
  `${JSON.stringify({ordinal, ident, reason, detail})}\n`;

/**
 * A file of NDJSON in `rejects/` below `directory`, made with the first reject. A disk that is full,
 * or a folder that may not be written, is told once through `say` and fails no build: the counts are
 * elsewhere.
 *
 * @param name Of the file, without its ending: the version of the generation that is built.
 */
export const openRejects = (
  directory: string,
  name: string,
  say: (sentence: string) => void,
): RejectsFile => {
  const folder = join(directory, 'rejects');
  const path = join(folder, `${name}.ndjson`);
  let [listed, beyond] = [0, 0];
  let file: FileHandle | undefined;
  let isFailed = false;
  let written = Promise.resolve();

  const attempt = (step: () => Promise<void>): void => {
    written = written.then(async () => {
      if (isFailed) return;
      try {
        await step();
      } catch (error) {
        isFailed = true;
        say(notListed(path, error));
      }
    });
  };
  const write = (text: string): void =>
    attempt(async () => {
      await mkdir(folder, {recursive: true});
      file ??= await open(path, 'w');
      await file.appendFile(text);
    });

  return {
    add: rejects => {
      const kept = rejects.slice(0, mostLines - listed);
      listed += kept.length;
      beyond += rejects.length - kept.length;
      if (kept.length > 0) write(kept.map(lineOf).join(''));
    },
    close: async () => {
      if (beyond > 0) write(`${JSON.stringify({notListed: beyond})}\n`);
      if (listed > 0) attempt(() => removeOldLists(folder));
      await written;
      await file?.close();
      return file && path;
    },
  };
};

const notListed = (path: string, error: unknown): string =>
  `The rejected records cannot be listed in "${path}" (${error instanceof Error ? error.message : error}). ` +
  'The build goes on and counts them; make room there, or let its user write, for the next one.';
