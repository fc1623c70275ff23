import {existsSync} from 'node:fs';
import {mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {needMaven} from '../prerequisites/need.ts';
import {withLock} from '../processes/lock.ts';
import {type Print, run} from '../processes/run.ts';

/** The same version as in docker-compose.yml. */
export const elasticsearchVersion = '9.5.3';

const pom = join(import.meta.dirname, '../elasticsearch.pom.xml');

const unpack = async (into: string, java: string, print: Print): Promise<void> => {
  const maven = await needMaven(print);
  print(`Downloading Elasticsearch ${elasticsearchVersion} with Maven (132 MB, once) …`);
  await run(
    maven,
    [
      '--batch-mode',
      '--quiet',
      `--file=${pom}`,
      `-Delasticsearch.version=${elasticsearchVersion}`,
      `-Dunpack.into=${into}`,
      'dependency:unpack',
    ],
    {env: {JAVA_HOME: java}},
  );
};

/** The folder of the unpacked distribution, which is renamed into place once it is complete. */
export const distribution = async (home: string, java: string, print: Print): Promise<string> => {
  const name = `elasticsearch-${elasticsearchVersion}`;
  const whole = join(home, name);
  if (existsSync(whole)) return whole;
  return withLock(`${whole}.lock`, async () => {
    if (existsSync(whole)) return whole;
    const part = `${whole}.part`;
    await rm(part, {recursive: true, force: true});
    await mkdir(part);
    await unpack(part, java, print);
    await rename(join(part, name), whole);
    await rm(part, {recursive: true, force: true});
    return whole;
  });
};
