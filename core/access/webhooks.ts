import {randomBytes} from 'node:crypto';
import {z} from 'zod';
import {type KeyEnvironment, newKeyId} from './api-key.ts';
import {luaScript, type RedisClient, redisKeys} from './redis.ts';

/** A registration: a URL that is notified of each release, for an account. */
const Webhook = z.object({
  webhookId: z.string(),
  accountId: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** When its receiver answered 410. Nothing is sent there any more. */
  disabledAt: z.iso.datetime().nullable(),
});

export type Webhook = z.output<typeof Webhook>;

const Secret = z.object({
  /** `whsec_` and base64, the form of Standard Webhooks. Signing takes the secret itself, so no hash will do. */
  secret: z.string(),
  endsAt: z.iso.datetime().nullable(),
});

/** With its secrets, the newest first. */
const StoredWebhook = Webhook.extend({secrets: z.array(Secret)});

type StoredWebhook = z.output<typeof StoredWebhook>;

/** For how long both secrets sign after a rotation. */
const overlapMs = 24 * 3_600_000;

/** Standard Webhooks asks for 24 to 64 random bytes. */
const newSecret = () => ({secret: `whsec_${randomBytes(32).toString('base64')}`, endsAt: null});

/** The secrets that sign at a time. */
export const secretsAt = ({secrets}: StoredWebhook, now: number): readonly string[] =>
  secrets
    .filter(({endsAt}) => endsAt === null || Date.parse(endsAt) > now)
    .map(({secret}) => secret);

/** The webhooks of one environment. */
export const webhooks = (redis: RedisClient, environment: KeyEnvironment) => {
  const key = redisKeys.webhooks(environment);
  const replace = luaScript(redis, 'replace-entry');

  const find = async (webhookId: string): Promise<StoredWebhook | undefined> => {
    const text = await redis.hget(key, webhookId);
    return text === null ? undefined : StoredWebhook.parse(JSON.parse(text));
  };

  /** Changes a webhook, whatever else changes it meanwhile. False when it does not exist. */
  const change = async (
    webhookId: string,
    changed: (webhook: StoredWebhook) => StoredWebhook,
  ): Promise<boolean> => {
    for (;;) {
      const before = await redis.hget(key, webhookId);
      if (before === null) return false;
      const after = changed(StoredWebhook.parse(JSON.parse(before)));
      if ((await replace([key], [webhookId, before, JSON.stringify(after)])) === 1) return true;
    }
  };

  return {
    find,

    /** Returns the secret in clear, once; undefined when the account does not exist. */
    async add(accountId: string, url: string) {
      if ((await redis.exists(redisKeys.account(accountId))) === 0) return undefined;
      const webhookId = newKeyId(accountId);
      const created = newSecret();
      const webhook: StoredWebhook = {
        ...{webhookId, accountId, url, createdAt: new Date().toISOString(), disabledAt: null},
        secrets: [created],
      };
      await redis.hset(key, webhookId, JSON.stringify(webhook));
      return {webhookId, secret: created.secret};
    },

    /** Those of an account, or all: oldest first, without their secrets. */
    async list(accountId?: string): Promise<readonly Webhook[]> {
      return (await redis.hvals(key))
        .map(text => Webhook.parse(JSON.parse(text)))
        .filter(webhook => accountId === undefined || webhook.accountId === accountId)
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },

    /** False when there is none with this id. Its pending deliveries are dropped when they are due. */
    remove: async (webhookId: string): Promise<boolean> => (await redis.hdel(key, webhookId)) === 1,

    disable: (webhookId: string, at: Date): Promise<boolean> =>
      change(webhookId, webhook => ({...webhook, disabledAt: at.toISOString()})),

    /** Returns a new secret; those before it sign for another day. Undefined when there is none with this id. */
    async rotate(webhookId: string, now = Date.now()) {
      const created = newSecret();
      const oldSecretEndsAt = new Date(now + overlapMs).toISOString();
      const isChanged = await change(webhookId, webhook => {
        const signing = webhook.secrets.filter(({secret}) =>
          secretsAt(webhook, now).includes(secret),
        );
        const ending = signing.map(old => ({...old, endsAt: old.endsAt ?? oldSecretEndsAt}));
        return {...webhook, secrets: [created, ...ending]};
      });
      return isChanged ? {webhookId, secret: created.secret, oldSecretEndsAt} : undefined;
    },
  };
};
