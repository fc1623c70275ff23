import {existsSync} from 'node:fs';
import {join} from 'node:path';
import which from 'which';
import {ProgramMissing} from '../prerequisites/need.ts';
import {pythonEnvironment} from '../prerequisites/python-environment.ts';
import {type Print, run} from '../processes/run.ts';
import {checkout} from '../stack/stack.ts';

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
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const programs = await pythonEnvironment(join(folder, 'venv'), requirements, print);
  return join(programs, 'kubernetes-validate');
};
