import {existsSync} from 'node:fs';
import {run} from '../processes/run.ts';
import type {Say} from '../processes/service.ts';

const aptGet = '/usr/bin/apt-get';

const apt = async (...args: readonly string[]) => {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  return (await run(aptGet, ['-q', '-y', ...args], {env})).code === 0;
};

const install = (name: string) => apt('install', '--no-install-recommends', name);

/**
 * Installs the first of `names` that the distribution has. `false` when we are not root, when this is
 * no Debian (or a child of it), or when it has none of them.
 */
export const installFromDebian = async (say: Say, ...names: readonly string[]) => {
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return false;
  for (const name of names) {
    say(`Installing ${name} with apt-get …`);
    // A fresh image has no package lists yet, an old one may have lists that no longer hold.
    if ((await install(name)) || ((await apt('update')) && (await install(name)))) return true;
  }
  return false;
};
