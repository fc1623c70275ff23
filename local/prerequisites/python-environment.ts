import {copyFile, mkdir, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type Print, run} from '../processes/run.ts';
import {needPython} from './need.ts';

/**
 * A virtual environment with the packages of a file in pip's format, recreated when that file has changed.
 * Returns the folder of its programs.
 */
export const pythonEnvironment = async (
  folder: string,
  requirements: string,
  print: Print,
): Promise<string> => {
  const installed = join(folder, 'requirements.txt');
  const wanted = await readFile(requirements, 'utf8');
  const before = await readFile(installed, 'utf8').catch(() => undefined);
  if (before === wanted) return join(folder, 'bin');

  const python = await needPython(print);
  print(`Installing ${wanted.trim()} from PyPI …`);
  await mkdir(dirname(folder), {recursive: true});
  await rm(folder, {recursive: true, force: true});
  await run(python, ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(join(folder, 'bin/python'), [...pip, '--requirement', requirements]);
  await copyFile(requirements, installed);
  return join(folder, 'bin');
};
