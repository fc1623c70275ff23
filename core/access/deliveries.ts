import {randomBytes} from 'node:crypto';
import type {ChainableCommander} from 'ioredis';
import {z} from 'zod';
import type {KeyEnvironment} from './api-key.ts';
import {luaScript, type RedisClient, redisKeys} from './redis.ts';

/** A notification of one webhook, sent until its receiver accepts it. */
const Delivery = z.object({
  /** The `webhook-id` that it is sent with, the same in every attempt. */
  deliveryId: z.string(),
  webhookId: z.string(),
  serial: z.int(),
  body: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  /** When it is next attempted; of one that is not pending, when it is forgotten. */
  dueAt: z.iso.datetime(),
  /** After this it is not attempted again. */
  retriedUntil: z.iso.datetime(),
  attempts: z.int(),
  lastAttemptAt: z.iso.datetime().nullable(),
  /** `HTTP 500`, or why there was no answer. */
  lastAnswer: z.string().nullable(),
});

export type Delivery = z.output<typeof Delivery>;

/** The release that was announced last, with the body of its notification; nulls if none had gone live yet. */
const Announced = z.object({
  serial: z.int(),
  /** Its index without a prefix, by which it is known again even if serials begin anew. */
  name: z.string().nullable(),
  body: z.string().nullable(),
});

export type Announced = z.output<typeof Announced>;

/** As it is stored, so that a write finds out whether it has changed meanwhile. */
export type StoredDelivery = {readonly text: string; readonly value: Delivery};

const retriedForMs = 3 * 86_400_000;

const at = (ms: number): string => new Date(ms).toISOString();

const scheduled = (now: number) => ({
  ...{state: 'pending' as const, dueAt: at(now), retriedUntil: at(now + retriedForMs)},
  ...{attempts: 0},
});

const newDelivery = (
  id: string,
  webhookId: string,
  {serial, body}: Announced,
  now: number,
): Delivery => ({
  ...{
    deliveryId: `msg_${id}-${webhookId}`,
    webhookId,
    serial,
    body: body ?? '',
    createdAt: at(now),
  },
  ...{...scheduled(now), lastAttemptAt: null, lastAnswer: null},
});

/** The deliveries of one environment. */
export const deliveries = (redis: RedisClient, environment: KeyEnvironment) => {
  const entries = redisKeys.deliveries(environment);
  const schedule = redisKeys.schedule(environment);
  const announced = redisKeys.announced(environment);
  const take = luaScript(redis, 'take-deliveries');
  const replaceEntry = luaScript(redis, 'replace-entry');

  const parse = (text: string): StoredDelivery => ({
    text,
    value: Delivery.parse(JSON.parse(text)),
  });

  /** Writes what has become of a delivery, or removes it. False when it has changed meanwhile. */
  const replace = async (before: StoredDelivery, after?: Delivery): Promise<boolean> => {
    const {deliveryId} = before.value;
    const [text, dueAt] = after ? [JSON.stringify(after), Date.parse(after.dueAt)] : ['', ''];
    return (await replaceEntry([entries, schedule], [deliveryId, before.text, text, dueAt])) === 1;
  };

  /** Adds the writes of a delivery to a transaction; nothing happens to one that is there. */
  const queueNew = (writes: ChainableCommander, delivery: Delivery): ChainableCommander =>
    writes
      .hsetnx(entries, delivery.deliveryId, JSON.stringify(delivery))
      .zadd(schedule, 'NX', Date.parse(delivery.dueAt), delivery.deliveryId);

  const lastAnnounced = async (): Promise<Announced | undefined> => {
    const text = await redis.get(announced);
    return text === null ? undefined : Announced.parse(JSON.parse(text));
  };

  return {
    replace,
    lastAnnounced,

    /**
     * Announces a release to webhooks. Several senders may announce the same: a delivery is named after its release and
     * webhook, so there is one.
     */
    async announce(release: Announced, webhookIds: readonly string[], now: number): Promise<void> {
      const writes = redis.multi().set(announced, JSON.stringify(release));
      for (const webhookId of webhookIds) {
        queueNew(writes, newDelivery(release.name ?? '', webhookId, release, now));
      }
      await writes.exec();
    },

    /** Takes deliveries that are due, and leases them. */
    async take(now: number, leaseMs: number, most: number): Promise<readonly StoredDelivery[]> {
      const taken = await take([schedule, entries], [now, now + leaseMs, most]);
      return (taken as readonly string[]).map(parse);
    },

    /** Of a webhook, newest first. */
    async list(webhookId: string): Promise<readonly Delivery[]> {
      return (await redis.hvals(entries))
        .map(text => parse(text).value)
        .filter(delivery => delivery.webhookId === webhookId)
        .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
    },

    /** Schedules a delivery anew, whatever became of it; undefined when there is none with this id. */
    async sendAgain(deliveryId: string): Promise<Delivery | undefined> {
      for (;;) {
        const text = await redis.hget(entries, deliveryId);
        if (text === null) return undefined;
        const before = parse(text);
        const after = {...before.value, ...scheduled(Date.now())};
        if (await replace(before, after)) return after;
      }
    },

    /** Schedules the notification that was announced last for one webhook; undefined before the first. */
    async sendLast(webhookId: string): Promise<Delivery | undefined> {
      const last = await lastAnnounced();
      if (!last || last.body === null) return undefined;
      const id = `test-${randomBytes(4).toString('hex')}`;
      const delivery = newDelivery(id, webhookId, last, Date.now());
      await queueNew(redis.multi(), delivery).exec();
      return delivery;
    },
  };
};
