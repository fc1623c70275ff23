import {randomBytes} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {type KeyEnvironment, newKeyId} from './api-key.ts';
import {luaScript, parsed, type RedisClient, redisKeys} from './redis.ts';

/** A notification of one release, sent until the receiver accepts it. */
const Delivery = z.object({
  /** The `webhook-id` that it is sent with, the same in every attempt: `msg_<release>-<id of the webhook>`. */
  deliveryId: z.string(),
  webhookId: z.string(),
  serial: z.int(),
  body: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  /** When it was created, or last scheduled to be sent again. */
  scheduledAt: z.iso.datetime(),
  /** When it is next attempted; null unless it is pending. */
  dueAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  /** `HTTP 500`, or why there was no answer; null before the first attempt. */
  lastAnswer: z.string().nullable(),
});

export type Delivery = z.output<typeof Delivery>;

/** A registration: a URL that is notified of each release, for an account. */
const Webhook = z.object({
  webhookId: z.string(),
  accountId: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** When its receiver answered 410. Nothing is sent there any more. */
  disabledAt: z.iso.datetime().nullable(),
  /** In the form of Standard Webhooks, newest first. Signing takes a secret itself, so no hash will do. */
  secrets: z.array(z.object({secret: z.string(), endsAt: z.iso.datetime().nullable()})),
  /** Newest first. */
  deliveries: z.array(Delivery),
});

export type Webhook = z.output<typeof Webhook>;

/** The release that was announced last, with the body of its notification. */
const Announced = z.object({
  serial: z.int(),
  /** Its index without a prefix, by which it is known again even if serials begin anew. */
  name: z.string(),
  body: z.string(),
});

export type Announced = z.output<typeof Announced>;

const day = 24 * 3_600_000;

/** For how long both secrets sign after a rotation, and for how long deliveries are listed. */
const [overlapMs, keptForMs] = [day, 30 * day];

const at = (ms: number): string => new Date(ms).toISOString();

/** Standard Webhooks asks for 24 to 64 random bytes. */
const newSecret = () => ({secret: `whsec_${randomBytes(32).toString('base64')}`, endsAt: null});

export const signing = ({secrets}: Webhook, now: number): Webhook['secrets'] =>
  secrets.filter(({endsAt}) => endsAt === null || Date.parse(endsAt) > now);

const scheduled = (now: number) => ({
  state: 'pending' as const,
  scheduledAt: at(now),
  dueAt: at(now),
  attempts: 0,
  lastAnswer: null,
});

/** The id of a delivery ends with that of its webhook. */
export const webhookIdIn = (deliveryId: string): string =>
  deliveryId.split('-').slice(-2).join('-');

/** Returns the new value, or undefined to keep the old one. */
type Change<Value> = (value: Value) => Value | undefined;

/** The webhooks of one environment, with their deliveries. */
export const webhooks = (redis: RedisClient, environment: KeyEnvironment) => {
  const key = redisKeys.webhooks(environment);
  const announced = redisKeys.announced(environment);
  const write = luaScript(redis, 'write-unless-changed');
  const parse = (text: string): Webhook => Webhook.parse(JSON.parse(text));

  /** Oldest first. */
  const all = async (): Promise<readonly Webhook[]> =>
    (await redis.hvals(key)).map(parse).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));

  /** Changes a webhook, repeating if it changes meanwhile. Undefined when it is kept as it is, or does not exist. */
  const change = async (webhookId: string, changed: Change<Webhook>) => {
    for (;;) {
      const before = await redis.hget(key, webhookId);
      if (before === null) return undefined;
      const after = changed(parse(before));
      if (after === undefined) return undefined;
      const args = [webhookId, before, webhookId, JSON.stringify(after)];
      if ((await write([key], args)) === 1) return after;
    }
  };

  /** The same for a delivery. */
  const changeDelivery = async (id: string, changed: Change<Delivery>) => {
    const isIt = ({deliveryId}: Delivery): boolean => deliveryId === id;
    const webhook = await change(webhookIdIn(id), webhook => {
      const before = webhook.deliveries.find(isIt);
      const after = before && changed(before);
      if (after === undefined) return undefined;
      return {...webhook, deliveries: webhook.deliveries.map(each => (isIt(each) ? after : each))};
    });
    return webhook?.deliveries.find(isIt);
  };

  /** Schedules a notification, unless there is one with this id, and forgets old ones. */
  const schedule = async (id: string, webhookId: string, release: Announced, now: number) => {
    const {serial, body} = release;
    const deliveryId = `msg_${id}-${webhookId}`;
    const delivery = {deliveryId, webhookId, serial, body, ...scheduled(now)};
    await change(webhookId, webhook => {
      if (webhook.deliveries.some(each => each.deliveryId === deliveryId)) return undefined;
      const oldest = at(now - keptForMs);
      const isKept = ({dueAt, scheduledAt}: Delivery) => dueAt !== null || scheduledAt > oldest;
      const kept = webhook.deliveries.filter(isKept);
      return {...webhook, deliveries: [delivery, ...kept]};
    });
    return delivery;
  };

  /** Undefined before the first sender. */
  const lastAnnounced = async () => parsed(Announced, await redis.get(announced));

  return {
    lastAnnounced,

    find: async (webhookId: string) => parsed(Webhook, await redis.hget(key, webhookId)),

    /** Returns the secret in clear, once; undefined when the account does not exist. */
    async add(accountId: string, url: string) {
      if ((await redis.exists(redisKeys.account(accountId))) === 0) return undefined;
      const webhookId = newKeyId(accountId);
      const created = newSecret();
      const webhook: Webhook = {
        webhookId,
        accountId,
        url,
        createdAt: at(Date.now()),
        disabledAt: null,
        secrets: [created],
        deliveries: [],
      };
      await redis.hset(key, webhookId, JSON.stringify(webhook));
      return {webhookId, secret: created.secret};
    },

    /** Those of an account, or all: oldest first, without secrets and deliveries. */
    list: async (accountId?: string) =>
      (await all())
        .filter(webhook => accountId === undefined || webhook.accountId === accountId)
        .map(({secrets: _, deliveries: __, ...webhook}) => webhook),

    /** With its deliveries. False when there is none with this id. */
    remove: async (webhookId: string): Promise<boolean> => (await redis.hdel(key, webhookId)) === 1,

    disable: (webhookId: string, now: number) =>
      change(webhookId, webhook => ({...webhook, disabledAt: at(now)})),

    /** Returns a new secret; earlier ones sign for another day. Undefined when there is no webhook with this id. */
    async rotate(webhookId: string, now = Date.now()) {
      const created = newSecret();
      const oldSecretEndsAt = at(now + overlapMs);
      const rotated = await change(webhookId, webhook => {
        const old = signing(webhook, now);
        const ending = old.map(each => ({...each, endsAt: each.endsAt ?? oldSecretEndsAt}));
        return {...webhook, secrets: [created, ...ending]};
      });
      return rotated && {webhookId, secret: created.secret, oldSecretEndsAt};
    },

    /** Announces a release to webhooks. If that is interrupted, it is announced again, and no webhook gets it twice. */
    async announce(release: Announced, webhookIds: readonly string[], now: number): Promise<void> {
      await Promise.all(webhookIds.map(id => schedule(release.name, id, release, now)));
      await redis.set(announced, JSON.stringify(release));
    },

    /** Schedules the notification that was announced last for one webhook; undefined before the first. */
    async sendLast(webhookId: string) {
      const last = await lastAnnounced();
      // A sender of 1.0.0 announced that no release is live, without a name.
      if (!last?.name) return undefined;
      return schedule(`test-${randomBytes(4).toString('hex')}`, webhookId, last, Date.now());
    },

    /** Schedules a delivery anew, whatever its state; undefined when there is none with this id. */
    sendAgain: (deliveryId: string) =>
      changeDelivery(deliveryId, delivery => ({...delivery, ...scheduled(Date.now())})),

    /**
     * Takes the deliveries that have been due for longest, by making them due at the end of a lease: until then no other
     * sender takes them, and none is lost with its sender.
     */
    async take(now: number, leaseMs: number, most: number) {
      const isDue = ({dueAt}: Delivery) => dueAt !== null && Date.parse(dueAt) <= now;
      const lease = (delivery: Delivery) =>
        isDue(delivery) ? {...delivery, dueAt: at(now + leaseMs)} : undefined;
      const dueSince = ({dueAt}: Delivery) => Date.parse(dueAt ?? '');
      const due = (await all())
        .flatMap(({deliveries}) => deliveries.filter(isDue))
        .toSorted((a, b) => dueSince(a) - dueSince(b))
        .slice(0, most);
      const taken = await Promise.all(due.map(each => changeDelivery(each.deliveryId, lease)));
      return taken.filter(delivery => delivery !== undefined);
    },

    /** Writes the new state of a delivery, unless it has changed since it was taken. */
    settle: (taken: Delivery, after: Delivery) =>
      changeDelivery(taken.deliveryId, now => (isDeepStrictEqual(now, taken) ? after : undefined)),
  };
};
