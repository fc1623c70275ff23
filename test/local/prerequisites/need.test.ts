import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {findJava, javaMajor, needChromium} from '#local/prerequisites/need.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

const versions = [
  ['IMPLEMENTOR="Eclipse Adoptium"\nJAVA_VERSION="25.0.3"\n', 25],
  ['openjdk version "17.0.15" 2025-04-15\n', 17],
  ['openjdk version "21" 2023-09-19\n', 21],
  ['java version "1.8.0_392"\n', 8],
  ['JAVA_VERSION="26-ea"\n', 26],
  ['sh: java: not found\n', undefined],
] as const;

test('the version of Java is read from whatever states it', t => {
  for (const [text, major] of versions) t.is(javaMajor(text), major, text);
});

/** A folder that looks like a JDK of this version. */
const aJavaHome = async (t: ExecutionContext, version: string): Promise<string> => {
  const home = aFolder(t);
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

test('a browser is found under any of its names, or where we are told it is', async t => {
  const folder = aFolder(t);
  const file = join(folder, 'google-chrome');
  await writeFile(file, '', {mode: 0o755});
  const PATH = `/no/such/folder:${folder}`;
  const print = (line: string) => t.fail(line);
  t.is(await needChromium(print, {PATH}), file);
  t.is(await needChromium(print, {PATH, CHROMIUM: '/own/browser'}), '/own/browser');
});
