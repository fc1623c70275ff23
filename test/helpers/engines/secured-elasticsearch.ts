import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {Client} from '@elastic/elasticsearch';
import type {Variables} from '../processes/run-in-process.ts';
import type {Scope} from '../scope.ts';
import {startElasticsearch, untilUp} from './elasticsearch-cluster.ts';

/** The password of every login. */
export const password = 'a secret of 24 letters';

/** The variables of a login. */
export const loginOf = (name: string): Variables => ({
  ELASTICSEARCH_USERNAME: name,
  ELASTICSEARCH_PASSWORD: password,
});

/** The roles that operators send, with only the privileges that the tools need. */
export const roles = await Promise.all(
  ['indexer', 'api', 'webhooks'].map(async name => {
    const file = new URL(`../../../deploy/elasticsearch/${name}.json`, import.meta.url);
    return {name, role: JSON.parse(await readFile(file, 'utf8'))};
  }),
);

/** A node with an administrator, and a login for each of the tools. */
export const startSecured = async (t: Scope) => {
  const [node] = await startElasticsearch(t, {
    settings: {'xpack.security.enabled': true, 'xpack.security.autoconfiguration.enabled': false},
    configure: async (config, command, env) => {
      for (const file of ['users', 'users_roles']) await writeFile(join(config, file), '');
      // Elasticsearch reads the file line by line.
      const lines = roles.map(({name, role}) => `${name}: ${JSON.stringify(role)}\n`);
      await writeFile(join(config, 'roles.yml'), lines.join(''));
      for (const role of ['superuser', ...roles.map(({name}) => name)]) {
        await promisify(execFile)(
          `${command}-users`,
          ['useradd', role, '-p', password, '-r', role],
          {env},
        );
      }
    },
  });
  const url = `http://127.0.0.1:${node?.port}`;
  const clientOf = (username: string) => {
    const client = new Client({node: url, auth: {username, password}, maxRetries: 0});
    t.teardown(() => client.close());
    return client;
  };
  const client = clientOf('superuser');
  const isUp = () => client.cluster.health({wait_for_status: 'yellow'}).catch(() => undefined);
  await untilUp(async () => (await isUp()) !== undefined);
  return {client, clientOf, url};
};
