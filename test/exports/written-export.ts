import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Export, manifestName} from '#mappings/export.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import type {Scope} from '../helpers/scope.ts';

export const content = Buffer.from(Array.from({length: 300_000}, (_, at) => at % 251));
export const sha256 = createHash('sha256').update(content).digest('hex');
export const name = 'vehicles-0001.parquet';
/** Where it is fetched. */
export const path = `/v1/exports/3/${name}`;

export const manifest: Export = {
  serial: 3,
  state: 'Ready',
  version: '20261115-190000-0003',
  digest: '00000000000000aa',
  vehicleCount: 7,
  extractedAt: null,
  releasedAt: '2026-11-15T18:00:00.000Z',
  schemaVersion: 6,
  previousSerial: null,
  changedVehicles: null,
  files: [{name, bytes: content.length, sha256, vehicles: 7}],
};

/** A folder that has an export that is ready, with one file, one that is not ready, and what is none of either. */
export const writtenExport = (t: Scope): string => {
  const directory = aFolder(t);
  const write = (file: string, text: string | Buffer) => writeFileSync(join(directory, file), text);
  for (const folder of ['3', '4', 'foreign']) mkdirSync(join(directory, folder));
  write(`3/${name}`, content);
  write('3/notes.txt', 'not of the manifest');
  write(`3/${manifestName}`, JSON.stringify(manifest));
  write(`4/${manifestName}`, JSON.stringify({...manifest, serial: 4, state: 'Building'}));
  write(`4/${name}`, content);
  write('secret', 'not an export');
  write('2026', 'notes');
  write(`foreign/${name}`, 'of somebody else');
  return directory;
};
