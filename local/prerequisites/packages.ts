import {existsSync} from 'node:fs';
import {copyFile, mkdir, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import which from 'which';
import {type Print, run} from '../processes/run.ts';
import {checkout} from '../stack/stack.ts';
import {needPython, ProgramMissing} from './need.ts';

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);

/** Installs in `folder` the packages that the lock file of `project` names, unless they are there. */
export const nodePackages = async (folder: string, project: string): Promise<string> => {
  const lock = 'package-lock.json';
  const marker = join(folder, 'node_modules', lock);
  const programs = join(folder, 'node_modules/.bin');
  if ((await read(marker)) === (await read(join(project, lock)))) return programs;

  console.log(`Installing the packages of ${project} …`);
  await mkdir(folder, {recursive: true});
  for (const file of ['package.json', lock])
    await copyFile(join(project, file), join(folder, file));
  await run('npm', ['ci', '--silent', '--ignore-scripts'], {cwd: folder});
  await copyFile(join(project, lock), marker);
  return programs;
};

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
  if ((await read(installed)) === wanted) return join(folder, 'bin');

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

/** The path of a Python that has the packages of a folder of `clients`, for its tests. */
export const needPythonClient = async (
  print: Print,
  client: 'python' | 'mirror' = 'python',
): Promise<string> => {
  const requirements = join(checkout, `clients/${client}/requirements.txt`);
  const folder = join(checkout, `.local/${client}-client/venv`);
  return join(await pythonEnvironment(folder, requirements, print), 'python');
};

const folder = join(checkout, '.local/kubernetes');
const kustomizeVersion = 'v5.8.1';

/** The path of Kustomize, which renders manifests; built with Go, once. */
export const needKustomize = async (print: Print): Promise<string> => {
  const home = join(folder, `kustomize-${kustomizeVersion}`);
  const program = join(home, 'kustomize');
  if (existsSync(program)) return program;
  const go = await which('go', {nothrow: true});
  if (go === null) {
    throw new ProgramMissing('Go is missing. Install it with `go` on the PATH to build Kustomize.');
  }
  print(`Building Kustomize ${kustomizeVersion} with Go …`);
  const module = `sigs.k8s.io/kustomize/kustomize/v5@${kustomizeVersion}`;
  await run(go, ['install', module], {env: {GOBIN: home}});
  return program;
};

/** The path of kubernetes-validate, which holds the schemas of Kubernetes' releases. */
export const needKubernetesValidate = async (print: Print): Promise<string> => {
  const requirements = join(import.meta.dirname, 'kubernetes.requirements.txt');
  const programs = await pythonEnvironment(join(folder, 'venv'), requirements, print);
  return join(programs, 'kubernetes-validate');
};
