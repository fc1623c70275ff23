import {run} from '../processes/run.ts';
import {type Say, Unable} from '../processes/service.ts';
import {installFromDebian} from './debian.ts';
import {program} from './program.ts';

const oldestPython = '3.10';

/** Fails on a Python that is too old, or that cannot make virtual environments. */
const probe = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${oldestPython.replace('.', ', ')}))`;

const names = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];

const findPython = async (): Promise<string | undefined> => {
  for (const name of names) {
    const path = program(name);
    if (path !== undefined && (await run(path, ['-c', probe])).code === 0) return path;
  }
  return undefined;
};

/** The path of a Python that can make virtual environments. */
export const needPython = async (say: Say): Promise<string> => {
  const found =
    (await findPython()) ??
    ((await installFromDebian(say, 'python3-venv')) ? await findPython() : undefined);
  if (found !== undefined) return found;
  throw new Unable(
    `Python ${oldestPython} or newer with venv is missing: install it so that \`python3\` is on the PATH (apt-get install python3-venv, brew install python).`,
  );
};
