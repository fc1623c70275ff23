import {mkdir, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {RejectedRecord} from './source-record.ts';

/** More are counted, but not listed. */
const maxLines = 100_000;

const filesKept = 10;

/** The name of a file of a generation; other files are never removed. */
const fileName = /^\d{8}-\d{6}-\d{4,}\.ndjson$/;

const removeOldFiles = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter(name => fileName.test(name));
  const files = await Promise.all(
    names.map(async name => ({name, changedAt: (await stat(join(folder, name))).mtimeMs})),
  );
  const old = files.toSorted((a, b) => b.changedAt - a.changedAt).slice(filesKept);
  for (const {name} of old) await rm(join(folder, name), {force: true});
};

const toLine = ({ordinal, ident, reason, detail}: RejectedRecord): string =>
  `${JSON.stringify({ordinal, ident, reason, detail})}\n`;

/**
 * Lists the records that a build rejects, as NDJSON in `rejects/` below `directory`; the file is
 * created with the first of them. A failure, such as a full disk, is reported once through `say` and
 * fails no build, which counts the rejects itself.
 *
 * @param version The version of the generation that is built, which names the file.
 */
export const openRejectsFile = (
  directory: string,
  version: string,
  say: (sentence: string) => void,
) => {
  const folder = join(directory, 'rejects');
  const path = join(folder, `${version}.ndjson`);
  let [listed, notListed] = [0, 0];
  let isBegun = false;
  let steps = Promise.resolve();
  let hasFailed = false;

  /** Runs the step after the earlier ones, unless one of them failed. */
  const attempt = (step: () => Promise<void>): void => {
    steps = steps.then(() => (hasFailed ? undefined : step().catch(fail)));
  };
  const fail = (error: Error): void => {
    hasFailed = true;
    say(
      `The rejected records cannot be listed in "${path}" (${error.message}). The build continues ` +
        'and counts them; for the next one, free space there or make the folder writable.',
    );
  };
  const write = (text: string): void =>
    attempt(async () => {
      await mkdir(folder, {recursive: true});
      await writeFile(path, text, {flag: isBegun ? 'a' : 'w'});
      isBegun = true;
    });

  return {
    /** Writes in the background. Never throws. */
    add: (rejects: readonly RejectedRecord[]): void => {
      const kept = rejects.slice(0, maxLines - listed);
      listed += kept.length;
      notListed += rejects.length - kept.length;
      if (kept.length > 0) write(kept.map(toLine).join(''));
    },
    /** Returns the path of the file; undefined if there is none, or if it could not be written in full. */
    close: async (): Promise<string | undefined> => {
      if (notListed > 0) write(`${JSON.stringify({notListed})}\n`);
      await steps;
      const hasAll = !hasFailed;
      if (listed > 0) attempt(() => removeOldFiles(folder));
      await steps;
      return isBegun && hasAll ? path : undefined;
    },
  };
};
