import {join} from 'node:path';
import type {Print} from '../processes/run.ts';
import {checkout} from '../stack/stack.ts';
import {pythonEnvironment} from './python-environment.ts';

/** The path of a Python that has the packages of `clients/python`, for its tests. */
export const needPythonClient = async (print: Print): Promise<string> => {
  const requirements = join(checkout, 'clients/python/requirements.txt');
  const folder = join(checkout, '.local/python-client/venv');
  return join(await pythonEnvironment(folder, requirements, print), 'python');
};
