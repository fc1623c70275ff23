import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startAccount} from '../helpers/engines/account.ts';
import {
  createTestGeneration,
  flipTo,
  type TestGeneration,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';
import {startServing} from '../helpers/processes/start-main.ts';

/** The process of the API where nothing is imported yet; waits for what it answers and says. */
const startEmpty = async (t: ExecutionContext) => {
  const [client, prefix] = [testClient(t), testPrefix()];
  const {url, key} = await startAccount(t);
  const headers = {'X-Api-Key': key};
  const api = await startServing(t, {REDIS_URL: url, INDEX_PREFIX: prefix});
  const codeOf = async () => {
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/dataset`, {headers});
    return ((await answer.json()) as {readonly code?: string}).code;
  };
  const isReady = async () => (await fetch(`http://127.0.0.1:${api.opsPort}/health/ready`)).ok;
  const generation = (build: number, meta = {}) =>
    createTestGeneration(t, [], {
      client,
      prefix,
      version: `20261117-120000-000${build}`,
      meta,
      live: false,
    });
  return {
    ...{client, prefix, generation},
    /** Until requests are answered with this code, or without one, and readiness says the same. */
    answers: async (code: string | undefined) => {
      while ((await codeOf()) !== code) await wait(50);
      while ((await isReady()) !== (code === undefined)) await wait(50);
    },
    says: async (cause: RegExp) => {
      while (!cause.test(api.said())) await wait(50);
    },
  };
};

type Spoil = (
  installation: Awaited<ReturnType<typeof startEmpty>>,
  live: TestGeneration,
) => Promise<unknown>;

const isUnready = test.macro({
  title: (_, what: string) => `while ${what} the process is not ready, and its log says why`,
  async exec(t, _: string, spoil: Spoil, cause: RegExp) {
    const installation = await startEmpty(t);
    const {client, prefix, generation, answers, says} = installation;
    await answers('DatasetNotLoaded');
    const sound = await generation(1);
    await spoil(installation, sound);
    await answers('SearchUnavailable');
    await says(cause);

    await client.indices.delete({index: `${prefix}vehicles`}, {ignore: [400, 404]});
    await flipTo(sound);
    await answers(undefined);
    t.pass();
  },
});

test(
  isUnready,
  'an index has the name of the alias',
  ({client, prefix}) => client.indices.create({index: `${prefix}vehicles`}),
  /must be an alias, but it is an index/,
);
test(
  isUnready,
  'the alias names two indices',
  async ({client, prefix, generation}, live) => {
    const {vehiclesIndex: index} = await generation(2);
    await flipTo(live);
    await client.indices.putAlias({index, name: `${prefix}vehicles`});
  },
  /must name one index, but it names/,
);
test(
  isUnready,
  'what is live has another mapping',
  async ({generation}) => flipTo(await generation(3, {mappingVersion: 999})),
  /has mapping version 999, but this API reads version/,
);
