import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {orMissing, readExports} from '#core/exports.ts';
import type {Services} from './services.ts';

/** The files that the indexer has written. Their names come from its manifests alone. */
export const exportsIn = (
  directory: string | undefined,
  accelPrefix: string | undefined,
): Services['exports'] => ({
  list: async () => (directory === undefined ? [] : await readExports(directory)),
  open: ({serial}, {name}) => orMissing(open(join(directory ?? '', String(serial), name))),
  accelPath: ({serial}, {name}) =>
    accelPrefix === undefined ? undefined : `${accelPrefix}/${serial}/${name}`,
});
