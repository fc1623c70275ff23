import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {isExtractName, newestFirst} from '#core/domain/extract-name.ts';
import {removeFetched, removePart} from './part-file.ts';

const kept = 2;

/**
 * Deletes fetched extracts but the newest ones, and what was begun of others. Only names of the
 * register's form are touched: whatever else lies in the folder is not ours.
 */
export const removeOldExtracts = async (folder: string, current: string): Promise<void> => {
  const names = (await readdir(folder)).filter(name => name !== current);
  const others = newestFirst(names);
  for (const name of others.slice(kept - 1)) await removeFetched(join(folder, name));
  const begun = names.map(name => name.replace(/\.part$/, '')).filter(isExtractName);
  for (const name of begun) await removePart(join(folder, name));
};
