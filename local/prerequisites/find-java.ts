import {existsSync} from 'node:fs';
import {glob, readFile, realpath} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import which from 'which';
import {canReach, type OsUser} from '../processes/os-user.ts';

export const oldestJava = 21;

/** The version in a JDK's `release` file or in the output of `java -version`: `"25.0.3"` → 25, `"1.8.0_392"` → 8. */
export const javaMajor = (text: string): number | undefined => {
  const [, major] = /version[= ]"(?:1\.)?(\d+)/i.exec(text) ?? [];
  return major === undefined ? undefined : Number(major);
};

const majorOf = async (home: string): Promise<number | undefined> => {
  try {
    return javaMajor(await readFile(join(home, 'release'), 'utf8'));
  } catch {
    // Not every package has the file.
    const options = {all: true, reject: false} as const;
    return javaMajor((await execa(join(home, 'bin/java'), ['-version'], options)).all ?? '');
  }
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
    const java = join(home, 'bin/java');
    if (!existsSync(java) || !(await canReach(user, java))) continue;
    if (((await majorOf(home)) ?? 0) >= oldestJava) return home;
  }
  return undefined;
};
