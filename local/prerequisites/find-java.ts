import {readdir, readFile, realpath, stat} from 'node:fs/promises';
import {homedir} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {type Account, canReach} from '../processes/account.ts';
import {run} from '../processes/run.ts';

export const oldestJava = 21;

/** Reads a JDK's `release` file or what `java -version` prints: `"25.0.3"` → 25, `"1.8.0_392"` → 8. */
export const javaMajor = (text: string): number | undefined => {
  const [, major] = /version[= ]"(?:1\.)?(\d+)/i.exec(text) ?? [];
  return major === undefined ? undefined : Number(major);
};

const majorOf = async (home: string): Promise<number | undefined> => {
  try {
    return javaMajor(await readFile(join(home, 'release'), 'utf8'));
  } catch {
    // Not every package has the file: ask the program itself.
    return javaMajor((await run(join(home, 'bin/java'), ['-version'])).output);
  }
};

const homesIn = async (folder: string, below = ''): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.toSorted().map(name => join(folder, name, below));
};

const homeOnPath = async (folder: string): Promise<readonly string[]> =>
  realpath(join(folder, 'java')).then(
    java => [dirname(dirname(java))],
    () => [],
  );

/** Where a JDK may be, in the order we prefer: what the environment names, the PATH, usual folders. */
const candidates = async (env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
  const named = [env['ES_JAVA_HOME'], env['JAVA_HOME']].filter(home => home !== undefined);
  const path = (env['PATH'] ?? '').split(delimiter).map(homeOnPath);
  const usual = [
    homesIn('/usr/lib/jvm'),
    homesIn('/Library/Java/JavaVirtualMachines', 'Contents/Home'),
    homesIn(join(homedir(), '.sdkman/candidates/java')),
    homesIn('/opt').then(homes => homes.filter(home => /jdk|java/i.test(home))),
  ];
  return [...named, ...(await Promise.all([...path, ...usual])).flat()];
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isFile(),
    () => false,
  );

/** The home of a Java that Elasticsearch accepts and the account can run, or `undefined`. */
export const findJava = async (
  account: Account | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> => {
  for (const home of new Set(await candidates(env))) {
    const java = join(home, 'bin/java');
    if (!(await isFile(java)) || !(await canReach(account, java))) continue;
    if (((await majorOf(home)) ?? 0) >= oldestJava) return home;
  }
  return undefined;
};
