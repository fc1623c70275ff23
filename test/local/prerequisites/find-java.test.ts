import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {findJava, javaMajor} from '#local/prerequisites/find-java.ts';

const majorOf = test.macro({
  title: (_, text: string, major: number | undefined) =>
    `${JSON.stringify(text)} is ${major === undefined ? 'no Java version' : `Java ${major}`}`,
  exec: (t, text: string, major: number | undefined) => t.is(javaMajor(text), major),
});

test(majorOf, 'IMPLEMENTOR="Eclipse Adoptium"\nJAVA_VERSION="25.0.3"\n', 25);
test(majorOf, 'openjdk version "17.0.15" 2025-04-15\n', 17);
test(majorOf, 'openjdk version "21" 2023-09-19\n', 21);
test(majorOf, 'java version "1.8.0_392"\n', 8);
test(majorOf, 'JAVA_VERSION="26-ea"\n', 26);
test(majorOf, 'sh: java: not found\n', undefined);

/** A folder that looks like a JDK of this version. */
const aJavaHome = async (t: ExecutionContext, version: string): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'java-'));
  t.teardown(() => rm(home, {recursive: true}));
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin/java'), '', {mode: 0o755});
  await writeFile(join(home, 'release'), `JAVA_VERSION="${version}"\n`);
  return home;
};

test('ES_JAVA_HOME is taken before JAVA_HOME', async t => {
  const first = await aJavaHome(t, '25.0.1');
  const second = await aJavaHome(t, '25.0.2');
  t.is(await findJava(undefined, {ES_JAVA_HOME: first, JAVA_HOME: second}), first);
});

test('a Java that is too old is passed over for one that is not', async t => {
  const old = await aJavaHome(t, '17.0.15');
  const recent = await aJavaHome(t, '21.0.2');
  t.is(await findJava(undefined, {ES_JAVA_HOME: old, JAVA_HOME: recent}), recent);
});

test('a Java that the user may not run is passed over', async t => {
  const closed = await aJavaHome(t, '25.0.1');
  const stranger = {uid: 4_000_000, gid: 4_000_000};
  t.not(await findJava(stranger, {ES_JAVA_HOME: closed}), closed);
});

test('a Java on the PATH is found by its program', async t => {
  const home = await aJavaHome(t, '25.0.1');
  t.is(await findJava(undefined, {PATH: join(home, 'bin')}), home);
});
