import {once} from 'node:events';
import {request as httpRequest, type IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {useAgent} from 'request-filtering-agent';
import {Webhook} from 'standardwebhooks';

/** The status of a receiver's answer, or why there is none. */
export type Answer = {readonly status: number} | {readonly failure: string};

type Notification = {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
};

/** An answer is read up to this, so that the receiver can finish it; only its status counts. */
const maxAnswerBytes = 4096;

/** The headers of Standard Webhooks, with a signature by each secret. */
const signed = ({id, body, secrets}: Notification) => {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, body)).join(' '),
  };
};

/** Ends the exchange once its answer is read, or whatever part of it is. */
const finish = async (response: IncomingMessage): Promise<void> => {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) return;
    }
  } catch {
    // The status was received, and a body that breaks off changes nothing about it.
  }
};

type Options = {
  /** Also http, and addresses that are not public. */
  readonly allowsPrivateAddresses: boolean;
  /** From looking up the name to the end of the answer. */
  readonly timeoutMs?: number;
};

/**
 * Posts a signed notification. The address is checked when it connects, so that no name that resolves to another one
 * later leads elsewhere; redirects are not followed, and the environment's proxies not used.
 */
export const poster =
  ({allowsPrivateAddresses, timeoutMs = 10_000}: Options) =>
  async (address: string, notification: Notification): Promise<Answer> => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && !allowsPrivateAddresses) return {failure: 'Only https is allowed.'};
    const signal = AbortSignal.timeout(timeoutMs);
    const body = Buffer.from(notification.body);
    try {
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: useAgent(url.href, {allowPrivateIPAddress: allowsPrivateAddresses}),
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'user-agent': 'vehicle-data-lookup-api',
          ...signed(notification),
        },
        signal,
      });
      // After its answer, it can still be aborted.
      request.on('error', () => {});
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await finish(response);
      return {status: response.statusCode ?? 0};
    } catch (error) {
      if (signal.aborted) return {failure: `No answer within ${timeoutMs / 1000} s.`};
      const {code, message} = error as NodeJS.ErrnoException;
      return {failure: code ?? message};
    }
  };

export type Post = ReturnType<typeof poster>;
