import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {findJava, needAll, needChromium, ProgramMissing} from '#local/prerequisites/need.ts';
import {canReach, nobodyIn} from '#local/processes/os-user.ts';
import {isGoodKey} from '#local/quickstart/key.ts';
import {elasticsearchYaml, jvmOptions, redisConf} from '#local/stack/engines.ts';
import {developerStack, testStack} from '#local/stack/stack.ts';
import {aFolder} from '../helpers/extracts/files.ts';

test('Elasticsearch listens on the loopback only', t => {
  const lines = elasticsearchYaml('/a', developerStack({})).split('\n');
  t.true(lines.includes('network.host: "127.0.0.1"'));
  t.true(lines.includes('http.port: 9200'));
});

test('a path with a quote or a colon is still one value of the Elasticsearch configuration', t => {
  const yaml = elasticsearchYaml('/a "b": c', developerStack({}));
  t.true(yaml.includes('path.data: "/a \\"b\\": c/elasticsearch/data"\n'));
});

test('the heap replaces nothing of the JVM options but the log of collections', t => {
  const shipped = '# comment\n-XX:+UseG1GC\n-Xlog:gc*:file=gc.log\n';
  t.is(jvmOptions(shipped, '512m'), '# comment\n-XX:+UseG1GC\n\n-Xms512m\n-Xmx512m\n');
});

test('Redis keeps every write, drops nothing, and listens on the loopback only', t => {
  const lines = redisConf('/a', 6379).split('\n');
  for (const line of ['bind 127.0.0.1', 'appendonly yes', 'maxmemory-policy noeviction']) {
    t.true(lines.includes(line), line);
  }
});

test('without settings a stack has the usual ports, and the tests have others', t => {
  t.like(developerStack({}), {elasticsearchPort: 9200, redisPort: 6379, heap: '1g'});
  t.like(testStack({}), {elasticsearchPort: 19_200, redisPort: 16_379, heap: '1g'});
});

test("no setting of a developer's stack can point the tests at it", t => {
  const env = {STACK_ELASTICSEARCH_PORT: '9201', STACK_REDIS_PORT: '6380'};
  t.like(developerStack(env), {elasticsearchPort: 9201, redisPort: 6380});
  t.deepEqual(testStack(env), testStack({}));
});

const refused = [
  ['STACK_ELASTICSEARCH_PORT', '0'],
  ['STACK_ELASTICSEARCH_PORT', '65536'],
  ['STACK_REDIS_PORT', '63x9'],
  ['STACK_REDIS_PORT', '-1'],
  ['STACK_ELASTICSEARCH_HEAP', '1gb'],
  ['STACK_ELASTICSEARCH_HEAP', '0m'],
] as const;

for (const [variable, value] of refused) {
  test(`${variable}=${value} is refused by name`, t => {
    const message = new RegExp(`^ +${variable} must be .*${JSON.stringify(value)}`, 'm');
    t.throws(() => developerStack({[variable]: value}), {message});
  });
}

test('a key of the quickstart is replaced when it is unknown or unpaid, and not when the API answers anything else', t => {
  const replaced = [200, 400, 401, 402, 404, 429, 500, 503].filter(status => !isGoodKey(status));
  t.deepEqual(replaced, [401, 402]);
});

/** A folder that looks like a JDK whose Java states this. */
const aJavaHome = async (t: ExecutionContext, version: string): Promise<string> => {
  const home = aFolder(t);
  await mkdir(join(home, 'bin'));
  const script = `#!/bin/sh\necho '${version}' >&2\n`;
  await writeFile(join(home, 'bin/java'), script, {mode: 0o755});
  return home;
};

test('ES_JAVA_HOME is taken before JAVA_HOME', async t => {
  const first = await aJavaHome(t, 'openjdk version "25.0.1" 2025-04-15');
  const second = await aJavaHome(t, 'openjdk version "25.0.2" 2025-04-15');
  t.is(await findJava(undefined, {ES_JAVA_HOME: first, JAVA_HOME: second}), first);
});

test('a Java that is too old, or states no version, is passed over for one that is not', async t => {
  const recent = await aJavaHome(t, 'openjdk version "21" 2023-09-19');
  for (const version of ['openjdk version "17.0.15"', 'java version "1.8.0_392"', 'not found']) {
    const old = await aJavaHome(t, version);
    t.is(await findJava(undefined, {ES_JAVA_HOME: old, JAVA_HOME: recent}), recent, version);
  }
  const early = await aJavaHome(t, 'openjdk version "26-ea" 2026-03-17');
  t.is(await findJava(undefined, {ES_JAVA_HOME: early, JAVA_HOME: recent}), early);
});

const stranger = {uid: 4_000_000, gid: 4_000_000};

test('a Java that the user may not run is passed over', async t => {
  const closed = await aJavaHome(t, 'openjdk version "25.0.1" 2025-04-15');
  t.not(await findJava(stranger, {ES_JAVA_HOME: closed}), closed);
});

test('a Java on the PATH is found by its program', async t => {
  const home = await aJavaHome(t, 'openjdk version "25.0.1" 2025-04-15');
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

test('programs that are missing are named all at once', async t => {
  const missing = (name: string) => async () => {
    throw new ProgramMissing(`${name} is missing.`);
  };
  const all = needAll([missing('Redis'), async () => '/usr/bin/java', missing('Maven')]);
  const message = 'Redis is missing.\nMaven is missing.';
  await t.throwsAsync(all, {instanceOf: ProgramMissing, message});
});

test('nobody is looked up by name', t => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n';
  t.deepEqual(nobodyIn(passwd), {uid: 99, gid: 98});
});

test('a system that lists no nobody has the conventional one', t => {
  t.deepEqual(nobodyIn('root:x:0:0:root:/root:/bin/sh\n'), {uid: 65_534, gid: 65_534});
});

test('a folder is out of reach when any folder above it is closed', async t => {
  const closed = aFolder(t);
  await mkdir(join(closed, 'open'), {mode: 0o755});
  t.false(await canReach(stranger, join(closed, 'open')));
  t.true(await canReach(undefined, join(closed, 'open')));
});
