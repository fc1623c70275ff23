import {copyFile, mkdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {needPython} from '../prerequisites/find-python.ts';
import {run} from '../processes/run.ts';
import {type Say, Unable} from '../processes/service.ts';

const requirements = join(import.meta.dirname, 'requirements.txt');

/** The content of a file; nothing when there is none. */
const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
};

const perform = async (command: string, args: readonly string[]): Promise<void> => {
  const {code, output} = await run(command, args);
  if (code !== 0) throw new Unable(`${command} ${args.join(' ')} failed.\n${output}`.trimEnd());
};

/**
 * The path of `schemathesis` in a virtual environment in `folder`, which is made anew whenever the
 * requirements are others than those it was made from.
 */
export const needSchemathesis = async (folder: string, say: Say): Promise<string> => {
  const environment = join(folder, 'venv');
  const installed = join(environment, 'requirements.txt');
  const program = join(environment, 'bin/schemathesis');
  if ((await contentOf(installed)) === (await contentOf(requirements))) return program;

  const python = await needPython(say);
  say('Installing schemathesis from PyPI …');
  await mkdir(folder, {recursive: true});
  await rm(environment, {recursive: true, force: true});
  await perform(python, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await perform(join(environment, 'bin/python'), [...pip, '--requirement', requirements]);
  await copyFile(requirements, installed);
  return program;
};
