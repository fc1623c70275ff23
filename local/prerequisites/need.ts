import {existsSync} from 'node:fs';
import {glob, mkdir, realpath, symlink} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import which from 'which';
import {OperationalError} from '#core/command-line/errors.ts';
import type {OsUser} from '../processes/os-user.ts';
import type {Print} from '../processes/run.ts';

const aptGet = '/usr/bin/apt-get';

const apt = async (...args: readonly string[]): Promise<boolean> => {
  const env = {DEBIAN_FRONTEND: 'noninteractive'};
  return !(await execa(aptGet, ['-q', '-y', ...args], {env, stdin: 'ignore', reject: false}))
    .failed;
};

/**
 * Installs the first of these packages that the distribution has. False if it has none, if this
 * is not Debian or a derivative, or if the current user is not root.
 */
const installFromDebian = async (names: readonly string[], print: Print): Promise<boolean> => {
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return false;
  for (const name of names) {
    print(`Installing ${name} with apt-get …`);
    const install = () => apt('install', '--no-install-recommends', name);
    // A fresh image has no package lists yet, an old one may have outdated lists.
    if ((await install()) || ((await apt('update')) && (await install()))) return true;
  }
  return false;
};

/** A program is not installed and cannot be installed from here. The message says what to do. */
export class ProgramMissing extends OperationalError {}

/** Finds a program, or installs it where possible. Throws `ProgramMissing` otherwise. */
const need = async (
  find: () => Promise<string | undefined>,
  packages: readonly string[],
  advice: string,
  print: Print,
  install = installFromDebian,
): Promise<string> => {
  const found = (await find()) ?? ((await install(packages, print)) ? await find() : undefined);
  if (found === undefined) throw new ProgramMissing(advice);
  return found;
};

/** Finds or installs one program after another. @throws {ProgramMissing} with the names of all missing ones. */
export const needAll = async (needs: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const missing: string[] = [];
  for (const need of needs) {
    await need().catch((error: unknown) => {
      if (!(error instanceof ProgramMissing)) throw error;
      missing.push(error.message);
    });
  }
  if (missing.length > 0) throw new ProgramMissing(missing.join('\n'));
};

/** The path of the first of these programs that is on the PATH. */
const onPath = async (names: readonly string[], path = process.env['PATH'] ?? '') => {
  const found = await Promise.all(names.map(name => which(name, {nothrow: true, path})));
  return found.find(program => program !== null) ?? undefined;
};

const oldestJava = 21;

/** The major version of a Java, as it states it: `"25.0.3"` → 25, `"1.8.0_392"` → 8. 0 if the user cannot run it. */
const majorOf = async (home: string, user: OsUser | undefined): Promise<number> => {
  const options = {...user, all: true, reject: false} as const;
  const {all = ''} = await execa(join(home, 'bin/java'), ['-version'], options);
  return Number(/version "(?:1\.)?(\d+)/.exec(all)?.[1] ?? 0);
};

const usualFolders = [
  '/usr/lib/jvm/*',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  join(homedir(), '.sdkman/candidates/java/*'),
  '/opt/*{jdk,java,JDK,Java}*',
];

/** The folders of possible JDKs in the order of preference: named by the environment, on the PATH, usual ones. */
async function* candidates(env: NodeJS.ProcessEnv): AsyncGenerator<string> {
  for (const home of [env['ES_JAVA_HOME'], env['JAVA_HOME']]) if (home) yield home;
  const onPath = await which('java', {all: true, nothrow: true, path: env['PATH'] ?? ''});
  for (const java of onPath ?? []) yield dirname(dirname(await realpath(java)));
  for (const folders of usualFolders) yield* (await Array.fromAsync(glob(folders))).toSorted();
}

export const findJava = async (
  user: OsUser | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> => {
  for await (const home of candidates(env)) {
    if ((await majorOf(home, user)) >= oldestJava) return home;
  }
  return undefined;
};

export const needJava = (user: OsUser | undefined, print: Print): Promise<string> =>
  need(
    () => findJava(user),
    ['openjdk-25-jre-headless', 'openjdk-21-jre-headless'],
    `Java ${oldestJava} or newer is missing. Install a JDK such as Temurin, or set ES_JAVA_HOME to the folder of one.`,
    print,
  );

/** The path of `mvn`, which downloads Elasticsearch. */
export const needMaven = (print: Print): Promise<string> =>
  need(
    () => onPath(['mvn']),
    ['maven'],
    'Maven is missing. Install it with `mvn` on the PATH (apt-get install maven, brew install maven).',
    print,
  );

/**
 * Debian's redis-tools contains the server, too: one program whose name decides what it does. The
 * package redis-server adds only a link, and a service that would take port 6379 now and after every
 * boot. So the tools are installed and the link is made here.
 */
const linkFromRedisTools = async (folder: string): Promise<string | undefined> => {
  const tool = await onPath(['redis-check-rdb']);
  if (tool === undefined) return undefined;
  const link = `${folder}/redis-server`;
  await mkdir(folder, {recursive: true});
  if (!existsSync(link)) await symlink(tool, link);
  return link;
};

/** The path of `redis-server`, or of a link to it in `folder` if only Debian's tools are installed. */
export const needRedis = (folder: string, print: Print): Promise<string> =>
  need(
    async () => (await onPath(['redis-server'])) ?? (await linkFromRedisTools(folder)),
    ['redis-tools'],
    'Redis is missing. Install it with `redis-server` on the PATH (apt-get install redis-server, brew install redis).',
    print,
  );

const oldestPython = '3.10';
const pythons = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];

/** Fails on a Python that is too old, or that cannot make virtual environments. */
const probe = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${oldestPython.replace('.', ', ')}))`;

const findPython = async (): Promise<string | undefined> => {
  for (const name of pythons) {
    const path = await onPath([name]);
    if (path && !(await execa(path, ['-c', probe], {reject: false})).failed) return path;
  }
  return undefined;
};

export const needPython = (print: Print): Promise<string> =>
  need(
    findPython,
    ['python3-venv'],
    `Python ${oldestPython} or newer with venv is missing. Install it with \`python3\` on the PATH (apt-get install python3-venv, brew install python).`,
    print,
  );

const chromiums = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const needChromium = (print: Print, env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  need(
    async () => env['CHROMIUM'] || onPath(chromiums, env['PATH']),
    ['chromium'],
    'Chromium is missing. Install it with `chromium` on the PATH (apt-get install chromium, brew install chromium), or set CHROMIUM to its path.',
    print,
  );

const prometheusFolder = join(import.meta.dirname, '../../.local/prometheus');

/**
 * Unpacks the programs of a Debian package without installing it: its service would run now and after
 * every boot. That does not need root, but package lists, which only root can update.
 */
const unpack = async ([name = '']: readonly string[], print: Print): Promise<boolean> => {
  if (!existsSync(aptGet)) return false;
  print(`Downloading ${name} with apt-get …`);
  await mkdir(prometheusFolder, {recursive: true});
  const quietly = {cwd: prometheusFolder, reject: false};
  const download = () => execa(aptGet, ['-q', 'download', name], quietly);
  if ((await download()).failed && (await apt('update'))) await download();
  for await (const file of glob(`${name}_*.deb`, {cwd: prometheusFolder})) {
    const inFolder = {cwd: prometheusFolder};
    const unpacked = execa('dpkg-deb', ['--fsys-tarfile', file], {...inFolder, buffer: false});
    await unpacked.pipe('tar', ['--extract', './usr/bin'], inFolder);
  }
  return true;
};

/** The path of a program that Debian has in this package. */
const needFrom = (name: string, programs: readonly string[], print: Print): Promise<string> => {
  const own = programs.map(program => join(prometheusFolder, 'usr/bin', program));
  return need(
    async () => (await onPath(programs)) ?? own.find(existsSync),
    [name],
    `${programs[0]} is missing. Install it on the PATH from a release of Prometheus (brew install prometheus node_exporter).`,
    print,
    unpack,
  );
};

/** The paths of the programs that test the alerts. */
export const needPrometheus = async (print: Print) => ({
  promtool: await needFrom('prometheus', ['promtool'], print),
  prometheus: await needFrom('prometheus', ['prometheus'], print),
  nodeExporter: await needFrom(
    'prometheus-node-exporter',
    ['node_exporter', 'prometheus-node-exporter'],
    print,
  ),
});
