import {type Account, accounts} from '#core/access/accounts.ts';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {type Delivery, signing, webhooks} from '#core/access/webhooks.ts';
import {everywhereAfterMs} from '#core/domain/dataset.ts';
import type {Log} from '#core/log/log.ts';
import type {Post} from './post.ts';
import type {ReleasesAfter} from './releases.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The pauses between attempts. */
const firstPausesMs = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 4 * hour];
const furtherPauseMs = 8 * hour;

const retriedForMs = 72 * hour;

/** The state after an attempt, and the reason. A pending delivery is attempted again. */
type Outcome = Pick<Delivery, 'state' | 'lastAnswer'>;

/** A delivery after an attempt. The pause varies by up to a fifth, to spread deliveries that failed together. */
const afterAttempt = (delivery: Delivery, {state, lastAnswer}: Outcome, now: number): Delivery => {
  const pause = firstPausesMs[delivery.attempts] ?? furtherPauseMs;
  const next = now + pause * (0.8 + 0.4 * Math.random());
  const isLate = next > Date.parse(delivery.scheduledAt) + retriedForMs;
  const after = state === 'pending' && isLate ? 'failed' : state;
  return {
    ...delivery,
    state: after,
    dueAt: after === 'pending' ? new Date(next).toISOString() : null,
    attempts: delivery.attempts + 1,
    lastAnswer,
  };
};

/** The number of deliveries attempted at once. */
const mostAtOnce = 50;

/** Longer than an attempt takes: a delivery is taken again afterwards, as its sender must be gone. */
const leaseMs = 30_000;

const gone = 410;

const stateAfter = (status: number): Delivery['state'] => {
  if (status === gone) return 'failed';
  return status >= 200 && status < 300 ? 'delivered' : 'pending';
};

const hasEnded = ({monthlyRequests, trialEndsAt}: Account, now: number): boolean =>
  monthlyRequests === null || (trialEndsAt !== null && Date.parse(trialEndsAt) <= now);

type Parts = {
  readonly redis: RedisClient;
  readonly environment: KeyEnvironment;
  readonly releasesAfter: ReleasesAfter;
  readonly post: Post;
  readonly log: Log;
  /** The time in milliseconds since 1970, which decides whether deliveries are due. */
  readonly now?: () => number;
};

/** Stands for the live release before the first. */
const none = {serial: 0, name: '', body: ''};

/**
 * Announces new releases, attempts due deliveries, and resolves when these attempts have
 * ended. Any number of senders may run at once.
 */
export const sender = ({redis, environment, releasesAfter, post, log, now = Date.now}: Parts) => {
  const stored = webhooks(redis, environment);
  const owners = accounts(redis);

  /** The newest release that was not yet announced at the last look, and when it was first seen. */
  let seen: {readonly name: string; readonly firstAt: number} | undefined;

  /** Schedules exactly one delivery of each new release to each webhook. */
  const announce = async (): Promise<void> => {
    const last = await stored.lastAnnounced();
    const found = await releasesAfter(last ?? none);
    const newest = found.at(-1) ?? none;
    // The live release was announced: it is not new if Redis loses its data.
    if (last && newest === none) {
      seen = undefined;
      return;
    }
    // The release that is live when the first sender starts is not announced.
    if (!last && !seen && newest !== none) return await stored.announce(newest, [], now());
    if (newest.name !== seen?.name) seen = {name: newest.name, firstAt: now()};
    // A receiver calls the links at once, and any copy of the API may answer.
    if (now() < seen.firstAt + everywhereAfterMs) return;
    for (const release of found) {
      const notified = (await stored.list()).filter(({disabledAt}) => disabledAt === null);
      const ids = notified.map(({webhookId}) => webhookId);
      await stored.announce(release, ids, now());
      log.info({serial: release.serial, webhooks: ids.length}, 'A release was announced.');
    }
  };

  const send = async ({deliveryId: id, webhookId, body}: Delivery): Promise<Outcome> => {
    const webhook = await stored.find(webhookId);
    if (!webhook || webhook.disabledAt) {
      return {state: 'failed', lastAnswer: 'The webhook is disabled.'};
    }
    const account = await owners.find(webhook.accountId);
    if (!account || hasEnded(account, now())) {
      return {state: 'pending', lastAnswer: 'The account has no plan or trial.'};
    }
    const secrets = signing(webhook, now()).map(({secret}) => secret);
    const answer = await post(webhook.url, {id, body, secrets});
    if ('failure' in answer) return {state: 'pending', lastAnswer: answer.failure};
    if (answer.status === gone) await stored.disable(webhookId, now());
    return {state: stateAfter(answer.status), lastAnswer: `HTTP ${answer.status}`};
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const after = afterAttempt(delivery, await send(delivery), now());
    await stored.settle(delivery, after);
    const {deliveryId, state, attempts, lastAnswer} = after;
    log.info({deliveryId, state, attempts, lastAnswer}, 'A delivery was attempted.');
  };

  /** Logs a failure: a later step repeats the work, and an attempt when its lease ends. */
  const orLogged = (work: Promise<void>, sentence: string): Promise<void> =>
    work.catch(error => log.fault(error, {}, sentence));

  const attemptDue = async (): Promise<void> => {
    const due = await stored.take(now(), leaseMs, mostAtOnce);
    const failed = 'A delivery could not be attempted.';
    await Promise.all(due.map(delivery => orLogged(attempt(delivery), failed)));
  };

  return async (): Promise<void> => {
    await orLogged(announce(), 'Releases could not be announced.');
    await orLogged(attemptDue(), 'Deliveries could not be taken.');
  };
};
