import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a program on the PATH, or `undefined`. */
export const program = (name: string, path = process.env['PATH'] ?? ''): string | undefined =>
  path
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isExecutable);
