import {existsSync} from 'node:fs';
import {mkdir, symlink} from 'node:fs/promises';
import type {Account} from '../processes/account.ts';
import {type Say, Unable} from '../processes/service.ts';
import {installFromDebian} from './debian.ts';
import {findJava, oldestJava} from './find-java.ts';
import {program} from './program.ts';

/** The home of a JDK that Elasticsearch runs on. */
export const needJava = async (account: Account | undefined, say: Say): Promise<string> => {
  const found =
    (await findJava(account)) ??
    ((await installFromDebian(say, 'openjdk-25-jre-headless', 'openjdk-21-jre-headless'))
      ? await findJava(account)
      : undefined);
  if (found !== undefined) return found;
  throw new Unable(
    `Java ${oldestJava} or newer is missing: install a JDK (Temurin, for one) or set ES_JAVA_HOME to the folder of one.`,
  );
};

/** The path of `mvn`, which fetches Elasticsearch. */
export const needMaven = async (say: Say): Promise<string> => {
  const found =
    program('mvn') ?? ((await installFromDebian(say, 'maven')) ? program('mvn') : undefined);
  if (found !== undefined) return found;
  throw new Unable(
    'Maven is missing: install it so that `mvn` is on the PATH (apt-get install maven, brew install maven).',
  );
};

/**
 * Debian's redis-tools brings the server's program too, under the name of a tool: it is one program
 * that looks at the name it is called by. The package redis-server adds only a link, and a service
 * that would take port 6379 now and after every boot. So we take the tools and make the link.
 */
const linkFromRedisTools = async (folder: string): Promise<string | undefined> => {
  const tool = program('redis-check-rdb');
  if (tool === undefined) return undefined;
  const link = `${folder}/redis-server`;
  await mkdir(folder, {recursive: true});
  if (!existsSync(link)) await symlink(tool, link);
  return link;
};

/** The path of `redis-server`. `folder` is ours and takes a link where the PATH has no server. */
export const needRedis = async (folder: string, say: Say): Promise<string> => {
  const found =
    program('redis-server') ??
    (await linkFromRedisTools(folder)) ??
    ((await installFromDebian(say, 'redis-tools')) ? await linkFromRedisTools(folder) : undefined);
  if (found !== undefined) return found;
  throw new Unable(
    'Redis is missing: install it so that `redis-server` is on the PATH (apt-get install redis-server, brew install redis).',
  );
};
