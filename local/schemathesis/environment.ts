import {copyFile, mkdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {needPython} from '../prerequisites/need.ts';
import {type Print, run} from '../processes/run.ts';

const requirements = join(import.meta.dirname, 'requirements.txt');

/** The content of a file; undefined when there is none. */
const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * The path of `schemathesis` in a virtual environment in `folder`, which is recreated whenever the
 * requirements have changed.
 */
export const needSchemathesis = async (folder: string, print: Print): Promise<string> => {
  const environment = join(folder, 'venv');
  const installed = join(environment, 'requirements.txt');
  const program = join(environment, 'bin/schemathesis');
  if ((await contentOf(installed)) === (await contentOf(requirements))) return program;

  const python = await needPython(print);
  print('Installing schemathesis from PyPI …');
  await mkdir(folder, {recursive: true});
  await rm(environment, {recursive: true, force: true});
  await run(python, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(join(environment, 'bin/python'), [...pip, '--requirement', requirements]);
  await copyFile(requirements, installed);
  return program;
};
