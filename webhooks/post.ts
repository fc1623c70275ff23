import {once} from 'node:events';
import http, {type IncomingMessage} from 'node:http';
import https from 'node:https';
import {useAgent} from 'request-filtering-agent';
import {Webhook} from 'standardwebhooks';

/** The status of a receiver's answer, or why there is none. */
export type Answer = {readonly status: number} | {readonly failure: string};

type Notification = {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
};

type Options = {
  /** Also http, and addresses that are not public. */
  readonly allowsPrivateAddresses: boolean;
  /** From looking up the name to the end of the answer. */
  readonly timeoutMs?: number;
};

/**
 * Posts a notification with the headers of Standard Webhooks and a signature by each secret. The address is checked
 * when it connects, so that no name that resolves to another one later leads elsewhere; redirects are not followed,
 * and the environment's proxies not used.
 */
export const poster =
  ({allowsPrivateAddresses, timeoutMs = 10_000}: Options) =>
  async (address: string, {id, body, secrets}: Notification): Promise<Answer> => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && !allowsPrivateAddresses) return {failure: 'Only https is allowed.'};
    const now = new Date();
    const signatures = secrets.map(secret => new Webhook(secret).sign(id, now, body));
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        agent: useAgent(url.href, {allowPrivateIPAddress: allowsPrivateAddresses}),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'vehicle-data-lookup-api',
          'webhook-id': id,
          'webhook-timestamp': Math.floor(now.getTime() / 1000),
          'webhook-signature': signatures.join(' '),
        },
        signal,
      });
      // After its answer, it can still be aborted.
      request.on('error', () => {}).end(body);
      // Node emits nothing for a receiver that switches protocols (101).
      const [response] = (await once(request, 'response', {signal})) as [IncomingMessage];
      // Its first 64 KB at most are read, so that the receiver can finish it. Only the status counts.
      await response
        .take(1)
        .toArray()
        .catch(() => {});
      return {status: response.statusCode ?? 0};
    } catch (error) {
      if (signal.aborted) return {failure: `No response within ${timeoutMs / 1000} s.`};
      const {code, message} = error as NodeJS.ErrnoException;
      // The agent's own words name the host, and this goes into the log.
      if (message.startsWith('DNS lookup ')) return {failure: 'The address is not public.'};
      return {failure: code ?? message};
    }
  };

export type Post = ReturnType<typeof poster>;
