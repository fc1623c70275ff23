import {type Account, accounts} from '#core/access/accounts.ts';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {type Delivery, deliveries, type StoredDelivery} from '#core/access/deliveries.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {secretsAt, webhooks} from '#core/access/webhooks.ts';
import type {Log} from '#core/log/log.ts';
import type {Answer, Post} from './post.ts';
import type {Releases} from './releases.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The pauses between attempts; the last one repeats. */
const pausesMs = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 4 * hour, 8 * hour];

const keptForMs = 30 * 24 * hour;

/**
 * A delivery after an attempt: delivered, to be attempted again after a pause of up to a fifth more or less, so that
 * failed ones do not stay together, or failed for good.
 *
 * @param isFinal Whether further attempts are pointless.
 */
const afterAttempt = (
  delivery: Delivery,
  answer: Answer,
  {now, isFinal}: {readonly now: number; readonly isFinal: boolean},
): Delivery => {
  const isDelivered = 'status' in answer && answer.status >= 200 && answer.status < 300;
  const pause = pausesMs[Math.min(delivery.attempts, pausesMs.length - 1)] ?? 0;
  const next = now + pause * (0.8 + 0.4 * Math.random());
  const isOver = isDelivered || isFinal || next > Date.parse(delivery.retriedUntil);
  const settled = isDelivered ? 'delivered' : 'failed';
  return {
    ...delivery,
    state: isOver ? settled : 'pending',
    dueAt: new Date(isOver ? now + keptForMs : next).toISOString(),
    attempts: delivery.attempts + 1,
    lastAttemptAt: new Date(now).toISOString(),
    lastAnswer: 'status' in answer ? `HTTP ${answer.status}` : answer.failure,
  };
};

/** How many deliveries are attempted at once. */
const mostUnderWay = 50;

/** Longer than an attempt takes: then it is taken up again, as its sender is gone. */
const leaseMs = 30_000;

type Parts = {
  readonly redis: RedisClient;
  readonly environment: KeyEnvironment;
  readonly releases: Releases;
  readonly post: Post;
  readonly log: Log;
  /** Milliseconds since 1970, by which deliveries are due. */
  readonly now?: () => number;
};

const hasEnded = ({monthlyRequests, trialEndsAt}: Account, now: number): boolean =>
  monthlyRequests === null || (trialEndsAt !== null && Date.parse(trialEndsAt) <= now);

const gone = 410;

/** Announced when no release has gone live yet. */
const none = {serial: 0, name: null, body: null};

/** Announces releases, and attempts deliveries. Any number of senders may run at once. */
export const sender = ({redis, environment, releases, post, log, now = Date.now}: Parts) => {
  const registered = webhooks(redis, environment);
  const stored = deliveries(redis, environment);
  const underWay = new Set<Promise<void>>();

  /** Schedules a delivery of each release that is new, for each webhook, exactly once. */
  const announce = async (): Promise<void> => {
    const last = await stored.lastAnnounced();
    const found = await releases.after(last ?? none);
    if (!last && found.length === 0) await stored.announce(none, [], now());
    for (const release of found) {
      // Nobody was promised the release that is live when the first sender starts.
      const notified = last ? (await registered.list()).filter(each => !each.disabledAt) : [];
      const ids = notified.map(({webhookId}) => webhookId);
      await stored.announce(release, ids, now());
      log.info({serial: release.serial, webhooks: ids.length}, 'A release was announced.');
    }
  };

  const ask = async (delivery: Delivery): Promise<Answer & {readonly isFinal?: boolean}> => {
    const {deliveryId: id, webhookId, body} = delivery;
    const webhook = await registered.find(webhookId);
    if (!webhook) return {failure: 'The webhook was removed.', isFinal: true};
    if (webhook.disabledAt) return {failure: 'The webhook is disabled.', isFinal: true};
    const account = await accounts(redis).find(webhook.accountId);
    if (!account || hasEnded(account, now())) {
      return {failure: 'The account has no plan or trial.'};
    }
    const answer = await post(webhook.url, {id, body, secrets: secretsAt(webhook, now())});
    if (!('status' in answer) || answer.status !== gone) return answer;
    await registered.disable(webhookId, new Date(now()));
    return {...answer, isFinal: true};
  };

  const attempt = async (taken: StoredDelivery): Promise<void> => {
    const {value: delivery} = taken;
    if (delivery.state !== 'pending') {
      await stored.replace(taken);
      return;
    }
    const {isFinal = false, ...answer} = await ask(delivery);
    const after = afterAttempt(delivery, answer, {now: now(), isFinal});
    await stored.replace(taken, after);
    const {deliveryId, state, attempts, lastAnswer} = after;
    log.info({deliveryId, state, attempts, lastAnswer}, 'A delivery was attempted.');
  };

  const start = (taken: StoredDelivery): void => {
    // Its lease ends, and it is taken up again.
    const attempted = attempt(taken)
      .catch(error => log.fault(error, {}, 'A delivery could not be attempted.'))
      .finally(() => underWay.delete(attempted));
    underWay.add(attempted);
  };

  return {
    /** Announces what is new, and begins the attempts that are due. */
    async step(): Promise<void> {
      try {
        await announce();
      } catch (error) {
        log.fault(error, {}, 'Releases could not be announced.');
      }
      try {
        const free = mostUnderWay - underWay.size;
        for (const taken of await stored.take(now(), leaseMs, free)) start(taken);
      } catch (error) {
        log.fault(error, {}, 'Deliveries could not be taken.');
      }
    },
    /** Resolves when no attempt is under way. */
    async idle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
};
