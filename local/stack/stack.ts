import {createHash} from 'node:crypto';
import {lstat, mkdir, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {isMainThread} from 'node:worker_threads';
import {z} from 'zod';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readVariables} from '#core/config/config.ts';
import {wholeNumber} from '#core/config/variables.ts';
import {canReach, type OsUser, userFor} from '../processes/os-user.ts';
import type {Print} from '../processes/run.ts';

const port = wholeNumber(1, 65_535);
const heap = z.string().regex(/^[1-9]\d*[mg]$/, 'must be a size such as 512m or 2g');

const settings = (
  env: NodeJS.ProcessEnv,
  prefix: string,
  elasticsearchPort: string,
  redisPort: string,
) => {
  const read = <Value>(name: string, type: z.ZodType<Value, string>, usual: string) => {
    const variable = `${prefix}_${name}`;
    return readVariables(z.object({[variable]: type.prefault(usual)}), env)[variable] as Value;
  };
  return {
    elasticsearchPort: read('ELASTICSEARCH_PORT', port, elasticsearchPort),
    redisPort: read('REDIS_PORT', port, redisPort),
    /** The heap of Elasticsearch, in the form of the JVM's -Xmx: 512m, 1g. */
    heap: read('ELASTICSEARCH_HEAP', heap, '1g'),
    /** The prefix of the stack's environment variables. */
    prefix,
  };
};

/** The settings that distinguish stacks. */
export type StackSettings = Readonly<ReturnType<typeof settings>>;

/** The developer's stack: STACK_ELASTICSEARCH_PORT, STACK_REDIS_PORT, STACK_ELASTICSEARCH_HEAP. */
export const developerStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'STACK', '9200', '6379');

/**
 * The stack of the tests, which erase it first. Its variables have names of their own (TEST_STACK_…),
 * so that no setting of the developer's stack can make the tests erase its data.
 */
export const testStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'TEST_STACK', '19200', '16379');

export const checkout = join(import.meta.dirname, '../..');

/** The folder for data and downloads: `.local/` unless the user cannot reach it. */
const homeFor = async (user: OsUser | undefined, print: Print): Promise<string> => {
  const local = join(checkout, '.local');
  await mkdir(local, {recursive: true});
  if (await canReach(user, local)) return local;

  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
  const elsewhere = `/var/tmp/vehicle-data-lookup-api-${hash}`;
  print(`Elasticsearch and Redis cannot access ${local}, so their data is kept in ${elsewhere}.`);
  await mkdir(elsewhere, {recursive: true});
  // /var/tmp is writable for everyone, so the folder may be another user's.
  const found = await lstat(elsewhere);
  if (found.isDirectory() && found.uid === process.getuid?.()) return elsewhere;
  throw new OperationalError(
    `${elsewhere} belongs to another user. Remove it, or move this checkout.`,
  );
};

/** Locates a stack, whether it runs or not. */
export const stackOf = async (settings: StackSettings, print: Print) => {
  /** The user that runs its programs; undefined for the current user. */
  const user = await userFor(checkout);
  // The user must be able to read what root creates. Secrets set their own mode.
  if (user !== undefined && isMainThread) process.umask(0o022);
  /** Shared by all stacks of this checkout. */
  const home = await homeFor(user, print);
  /** The folder of this stack only. */
  const folder = join(home, `stack-${settings.elasticsearchPort}-${settings.redisPort}`);
  await mkdir(folder, {recursive: true});
  return {settings, home, folder, user};
};

/** An Elasticsearch and a Redis on ports of their own, with data of their own. */
export type Stack = Readonly<Awaited<ReturnType<typeof stackOf>>>;

/** The other stacks of this checkout that were ever started, except that of the tests. */
export const otherStacks = async (stack: Stack): Promise<readonly Stack[]> => {
  const {elasticsearchPort, redisPort} = testStack();
  const tests = join(stack.home, `stack-${elasticsearchPort}-${redisPort}`);
  return (await readdir(stack.home)).flatMap(name => {
    const [, elasticsearch, redis] = /^stack-(\d+)-(\d+)$/.exec(name) ?? [];
    const folder = join(stack.home, name);
    if (redis === undefined || [stack.folder, tests].includes(folder)) return [];
    const ports = {elasticsearchPort: Number(elasticsearch), redisPort: Number(redis)};
    return [{...stack, folder, settings: {...stack.settings, ...ports}}];
  });
};

export const addresses = ({settings}: Stack) => ({
  ELASTICSEARCH_NODES: `http://127.0.0.1:${settings.elasticsearchPort}`,
  REDIS_URL: `redis://127.0.0.1:${settings.redisPort}`,
});

/** The variables that lead programs to one environment on a stack; they override those of this process. */
export const variablesOf = (stack: Stack, environment: KeyEnvironment) => {
  const prefix = process.env['INDEX_PREFIX'] ?? '';
  return {
    ...addresses(stack),
    API_ENVIRONMENT: environment,
    INDEX_PREFIX: environment === 'test' ? `${prefix}test-` : prefix,
  };
};
