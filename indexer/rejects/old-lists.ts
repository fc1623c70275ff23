import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';

const filesKept = 10;

/** A file called as a generation is; any other is not ours to remove. */
const ours = /^\d{8}-\d{6}-\d{4,}\.ndjson$/;

/** Leaves the newest lists in a folder. */
export const removeOldLists = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter(name => ours.test(name));
  const files = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      return {path, changedAt: (await stat(path)).mtimeMs};
    }),
  );
  const old = files.toSorted((a, b) => b.changedAt - a.changedAt).slice(filesKept);
  for (const {path} of old) await rm(path, {force: true});
};
