/*
 * Installs the packages of package-lock.json unless they are installed. It runs before anything else, on
 * Node 18 or newer with nothing installed, so it is plain JavaScript and imports only Node's modules.
 */
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const checkout = new URL('../', import.meta.url);

/** @param {string} path */
const packagesIn = path => JSON.parse(readFileSync(new URL(path, checkout), 'utf8')).packages;

/**
 * npm writes node_modules/.package-lock.json at the end of every install. When it agrees with
 * package-lock.json, all packages are installed. Optional ones for other platforms may be missing.
 */
const isCurrent = () => {
  if (!existsSync(new URL('node_modules/.package-lock.json', checkout))) return false;
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json'))
    .filter(([path]) => path !== '')
    .every(([path, {version, integrity, optional}]) =>
      installed[path]
        ? installed[path].version === version && installed[path].integrity === integrity
        : optional === true,
    );
};

const install = () => {
  console.log('Installing the packages of package-lock.json …');
  // npm passes its own path to the scripts it runs.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const {status, error} = spawnSync(
    command,
    [...args, 'ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'],
    {cwd: fileURLToPath(checkout), stdio: 'inherit'},
  );
  if (error) throw error;
  return status ?? 1;
};

const status = isCurrent() ? 0 : install();
if (status === 0 && !existsSync(new URL('node_modules/.bin/node', checkout))) {
  console.error(
    'Node 24 is missing from node_modules because npm did not run install scripts. ' +
      'Run `npm ci --ignore-scripts=false`.',
  );
  process.exit(1);
}
process.exit(status);
