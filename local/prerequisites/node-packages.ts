import {copyFile, mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Print, run} from '../processes/run.ts';

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);

/** Installs in `folder` the packages that the lock file of `project` names, unless they are there. */
export const nodePackages = async (
  folder: string,
  project: string,
  print: Print,
): Promise<string> => {
  const lock = 'package-lock.json';
  const marker = join(folder, 'node_modules', lock);
  const programs = join(folder, 'node_modules/.bin');
  if ((await read(marker)) === (await read(join(project, lock)))) return programs;

  print(`Installing the packages of ${project} …`);
  await mkdir(folder, {recursive: true});
  for (const file of ['package.json', lock])
    await copyFile(join(project, file), join(folder, file));
  await run('npm', ['ci', '--silent', '--ignore-scripts'], {cwd: folder});
  await copyFile(join(project, lock), marker);
  return programs;
};
