import {existsSync} from 'node:fs';
import {mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {needMaven} from '../prerequisites/need.ts';
import {withLock} from '../processes/lock.ts';
import {run} from '../processes/run.ts';
import {type Say, Unable} from '../processes/service.ts';

/** The version that docker-compose.yml runs, too. */
export const elasticsearchVersion = '9.5.3';

const pom = join(import.meta.dirname, '../elasticsearch.pom.xml');

const unpack = async (into: string, java: string, say: Say): Promise<void> => {
  const maven = await needMaven(say);
  say(`Fetching Elasticsearch ${elasticsearchVersion} with Maven (132 MB, once) …`);
  const {code, output} = await run(
    maven,
    [
      '--batch-mode',
      '--quiet',
      `--file=${pom}`,
      `-Delasticsearch.version=${elasticsearchVersion}`,
      `-Dunpack.into=${into}`,
      'dependency:unpack',
    ],
    {env: {...process.env, JAVA_HOME: java}},
  );
  if (code !== 0) throw new Unable(`Maven could not fetch Elasticsearch:\n${output.trim()}`);
};

/** The folder of the unpacked distribution. It has its name only once it is whole. */
export const distribution = async (home: string, java: string, say: Say): Promise<string> => {
  const name = `elasticsearch-${elasticsearchVersion}`;
  const whole = join(home, name);
  if (existsSync(whole)) return whole;
  return withLock(`${whole}.lock`, async () => {
    if (existsSync(whole)) return whole;
    const part = `${whole}.part`;
    await rm(part, {recursive: true, force: true});
    await mkdir(part);
    await unpack(part, java, say);
    await rename(join(part, name), whole);
    await rm(part, {recursive: true, force: true});
    return whole;
  });
};
