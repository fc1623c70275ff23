import {mkdir, mkdtemp, realpath, rm, statfs, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {dataOf} from './elasticsearch.ts';
import type {Stack} from './stack.ts';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';

/** Far more than tests write. Below 2 GiB Elasticsearch would allocate nothing on it. */
const neededBytes = 4 * 1024 ** 3;

/** Has a stack that was erased keep the data of its Elasticsearch in memory, where there is room. */
export const keepInMemory = async ({folder}: Stack): Promise<void> => {
  const found = await statfs(memory).catch(() => undefined);
  if (found === undefined || found.bavail * found.bsize < neededBytes) return;
  const data = dataOf(folder);
  await mkdir(join(data, '..'), {recursive: true});
  await symlink(await mkdtemp(join(memory, 'elasticsearch-')), data);
};

/** Deletes the data of its Elasticsearch, wherever it is kept. */
export const eraseData = async ({folder}: Stack): Promise<void> => {
  const data = await realpath(dataOf(folder)).catch(() => undefined);
  if (data !== undefined) await rm(data, {recursive: true});
};
