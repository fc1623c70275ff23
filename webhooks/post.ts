import {once} from 'node:events';
import http, {type IncomingMessage} from 'node:http';
import https from 'node:https';
import {useAgent} from 'request-filtering-agent';
import {Webhook} from 'standardwebhooks';

/** The status of a receiver's response, or the reason why there is none. */
export type Answer = {readonly status: number} | {readonly failure: string};

type Notification = {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
};

type Options = {
  /** Whether http, and addresses that are not public, are allowed, too. */
  readonly allowsPrivateAddresses: boolean;
  /** The time from looking up the name to the end of the response. */
  readonly timeoutMs?: number;
};

/**
 * Posts a notification with the headers of Standard Webhooks and a signature by each secret. The address is checked
 * on connecting, so that a name cannot resolve to another one after the check. Redirects are not followed,
 * and the environment's proxies are not used.
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
      // It can still be aborted after the response, which emits an error.
      request.on('error', () => {}).end(body);
      // Node emits nothing for a receiver that switches protocols (101).
      const [response] = (await once(request, 'response', {signal})) as [IncomingMessage];
      // At most its first 64 KB are read, so that the receiver can finish. Only the status counts.
      await response
        .take(1)
        .toArray()
        .catch(() => {});
      return {status: response.statusCode ?? 0};
    } catch (error) {
      if (signal.aborted) return {failure: `No response within ${timeoutMs / 1000} s.`};
      const {code, message} = error as NodeJS.ErrnoException;
      // The agent's own message names the host, which must not reach the log.
      if (message.startsWith('DNS lookup ')) return {failure: 'The address is not public.'};
      return {failure: code ?? message};
    }
  };

export type Post = ReturnType<typeof poster>;
