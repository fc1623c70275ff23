import {randomBytes} from 'node:crypto';
import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import {text} from 'node:stream/consumers';
import type {Client} from '@elastic/elasticsearch';
import {Webhook} from 'standardwebhooks';
import type {RedisClient} from '#core/access/redis.ts';
import {webhooks} from '#core/access/webhooks.ts';
import {everywhereAfterMs} from '#core/domain/dataset.ts';
import {createLog} from '#core/log/log.ts';
import {changesIndex, type Release, releaseAliases} from '#mappings/release.ts';
import {poster} from '#webhooks/post.ts';
import {releasesAfter} from '#webhooks/releases.ts';
import {sender} from '#webhooks/sender.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import type {Scope} from '../helpers/scope.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

export const publicUrl = 'https://api.example.org';

const aRelease = (serial: number): Release => ({
  serial,
  version: `20261117-120000-${String(serial).padStart(4, '0')}`,
  previousVersion: serial === 1 ? null : '20261110-120000-0001',
  cause: 'Import',
  releasedAt: '2026-11-18T03:04:05.678Z',
  extractedAt: '2026-11-17T11:00:00.000Z',
  vehicleCount: 3,
  digest: '00000000000000aa',
  changedVehicles: 2,
  changes: {Registered: 1, Replated: 2},
  hasPlates: true,
  makes: [{id: '7', name: 'SAAB', changes: {Registered: 1}}],
});

/** Puts a release live, as a flip does. */
export const publish = async (client: Client, prefix: string, serial: number): Promise<void> => {
  const index = changesIndex(prefix, serial, randomBytes(4).toString('hex'));
  const {all, live} = releaseAliases(prefix);
  const settings = {number_of_shards: 1, number_of_replicas: 0};
  await client.indices.create({index, settings, mappings: {_meta: aRelease(serial)}});
  await client.indices.updateAliases({
    actions: [
      {remove: {index: `${prefix}changes-*`, alias: live, must_exist: false}},
      {add: {index, alias: live}},
      {add: {index, alias: all}},
    ],
  });
};

/** A notification as it reached a receiver. */
export type Received = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** The releases that notifications tell of. */
export const serialsOf = (received: readonly Received[]): readonly number[] =>
  received.map(({body}) => JSON.parse(body).data.serial);

/** Answers a notification, of which it has had so many before. */
export type Answering = (response: ServerResponse, before: number) => unknown;

export const status =
  (code: number): Answering =>
  response =>
    response.writeHead(code).end();

/** What to answer a request with: how each receiver of a server behaves, by its path. */
export const receivers = async (t: Scope, answers: Readonly<Record<string, Answering>>) => {
  const received = Object.fromEntries(
    Object.keys(answers).map(path => [path, [] as Received[]]),
  ) as Record<string, Received[]>;
  const server = createServer(async (request, response) => {
    const {url = '', headers} = request;
    const path = url.split('?')[0] ?? '';
    const before = received[path]?.length ?? 0;
    try {
      const body = await text(request);
      received[path]?.push({id: String(headers['webhook-id']), headers, body});
    } catch {
      // Its sender was killed.
      return;
    }
    await answers[path]?.(response, before);
  });
  const port = await onLoopback(t, server);
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    received: (path: string): readonly Received[] => received[path] ?? [],
  };
};

/** The notification, if a signature by this secret is among its own; throws otherwise. */
export const verified = (secret: string, {headers, body}: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };

/** Senders on engines of one test, with a clock that the test moves. */
export const aStage = async (t: Scope) => {
  const corner = await startRedis(t);
  const {redis} = corner;
  const {client, prefix} = anInstallation(t);
  const {accountId} = await anAccount(redis);
  let time = Date.now();
  const stored = webhooks(redis, 'live');

  /** Announces what is new, and attempts what is due. */
  const aSender = (over: RedisClient = redis, after = releasesAfter(client, prefix, publicUrl)) =>
    sender({
      redis: over,
      environment: 'live',
      releasesAfter: after,
      post: poster({allowsPrivateAddresses: true}),
      log: createLog('silent'),
      now: () => time,
    });

  return {
    ...{...corner, client, prefix, accountId, webhooks: stored, aSender},
    deliveries: async (webhookId: string) => (await stored.find(webhookId))?.deliveries ?? [],
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
    publish: (serial: number) => publish(client, prefix, serial),
    add: async (url: string, account = accountId) => {
      const added = await stored.add(account, url);
      if (added === undefined) throw new Error('The account is missing.');
      return added;
    },
  };
};

/** A stage with one webhook, whose receiver answers like this, and a sender that is under way. */
export const aWebhook = async (t: Scope, answer: Answering = status(200)) => {
  const stage = await aStage(t);
  const {url, received} = await receivers(t, {'/': answer});
  const webhook = await stage.add(url('/'));
  const step = stage.aSender();
  await step();
  return {
    ...stage,
    ...webhook,
    address: url('/'),
    step,
    /** Puts a release live, and notifies of it when every copy of the API answers from it. */
    release: async (serial: number) => {
      await stage.publish(serial);
      await step();
      stage.pass(everywhereAfterMs);
      await step();
    },
    received: () => received('/'),
    serials: () => serialsOf(received('/')),
    deliveries: () => stage.deliveries(webhook.webhookId),
  };
};
