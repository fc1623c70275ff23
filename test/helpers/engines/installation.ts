import {deleteByPrefix} from '../extracts/import-extract.ts';
import type {Variables} from '../processes/run-in-process.ts';
import {runIndexer, startIndexer} from '../processes/run-indexer.ts';
import type {Scope} from '../scope.ts';
import {type Asked, type Decide, engineProxy, type Fate} from './elasticsearch-proxy.ts';
import {testClient, testPrefix} from './test-index.ts';

/** A generation that another one replaced has build aliases with a random suffix. */
const withoutToken = (alias: string): string => alias.replace(/(-build-\d+)-[0-9a-f]{8}$/, '$1');

/** Everything in Elasticsearch that belongs to one test; removed at its end. */
export const anInstallation = (t: Scope) => {
  const client = testClient(t);
  const prefix = testPrefix();
  t.teardown(() => deleteByPrefix(client, prefix));
  const env = {INDEX_PREFIX: prefix};
  const through = async (decide: Decide) => ({
    ...env,
    ELASTICSEARCH_NODES: await engineProxy(t, decide),
  });
  return {
    client,
    prefix,
    /** Runs a command of the indexer on it. */
    run: (...args: readonly string[]) => runIndexer(t, args, env),
    /** The same, but `decide` chooses the fate of each request to the engine. */
    runThrough: async (decide: Decide, ...args: readonly string[]) =>
      runIndexer(t, args, await through(decide)),
    /** The same, as a process that can be stopped. */
    startThrough: async (decide: Decide, args: readonly string[], more: Variables = {}) =>
      startIndexer(t, args, {...(await through(decide)), ...more}),
    /** Runs it as a process that is killed at a request if `isLast` is true of it. Returns whether it was. */
    runKilled: async (isLast: (asked: Asked) => boolean, fate: Fate, args: readonly string[]) => {
      let kill = () => false;
      const decide: Decide = asked => {
        if (!isLast(asked)) return 'pass';
        kill();
        return fate;
      };
      const {child, ended} = startIndexer(t, args, await through(decide));
      kill = () => child.kill('SIGKILL');
      await ended;
      return child.signalCode === 'SIGKILL';
    },
    /**
     * Every index with its aliases, except the indexer's own state and record, the changes, and the
     * fingerprints of a generation that has vehicles.
     */
    indices: async (): Promise<Readonly<Record<string, readonly string[]>>> => {
      const answer = await client.indices.get({
        index: `${prefix}*`,
        features: 'aliases',
        expand_wildcards: 'all',
      });
      return Object.fromEntries(
        Object.entries(answer)
          .filter(([index]) => !/^(index|changes-)/.test(index.slice(prefix.length)))
          .filter(
            ([index]) =>
              !(index.replace('fingerprints-', 'vehicles-') in answer) ||
              !index.includes('fingerprints-'),
          )
          .map(([index, {aliases}]) => [index, Object.keys(aliases ?? {}).map(withoutToken)]),
      );
    },
    /** The number of vehicles that readers find. */
    vehicles: async (): Promise<number> => (await client.count({index: `${prefix}vehicles`})).count,
  };
};
