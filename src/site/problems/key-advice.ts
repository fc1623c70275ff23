import {type Advice, retries} from './advice.ts';

/** Why a caller is not let in. */
export const keyAdvice = {
  ApiKeyMissing: {
    happened: 'The request came without an `X-Api-Key` header, or with an empty one.',
    remedies: [
      'Send your key with every request: `X-Api-Key: vdl_live_…`.',
      'Look at what is really sent: a redirect, a proxy or an unset environment variable may have dropped the header.',
      'The key belongs into this header only. In the URL or in `Authorization` it is not read.',
    ],
    retry: retries.never,
  },
  ApiKeyInvalid: {
    happened:
      'There is a key, but none that is good here: it is unknown, deleted, expired, or of the other environment.',
    remedies: [
      'Compare the key with the one you were given, to the last character. A quote or a line break around it makes it another key.',
      'Look at how it begins: `vdl_live_` keys work on the live service, `vdl_test_` keys on the test service.',
      'Look whether your HTTP client sends the header twice: two keys together are no key.',
      'Ask whoever issued the key whether it was deleted or has expired, and for a new one.',
    ],
    retry: retries.never,
  },
  PaymentRequired: {
    happened: 'The key is good, but its account has no active plan or trial.',
    remedies: ['Choose a plan for the account. Its keys work again at once, unchanged.'],
    retry: 'Once the account has a plan. Until then the same request gets the same answer.',
  },
  RateLimitExceeded: {
    happened:
      'More requests came with this key within 60 seconds than its plan allows: 60, unless the plan says otherwise. This one was not counted.',
    remedies: [
      'Wait, and spread requests out: one a second never meets a limit of 60.',
      'Slow down before it happens: `RateLimit` says on every answer what is left, `RateLimit-Policy` what there is.',
      'Look plates up with `POST /v1/vehicles/plates`: 500 plates are one request of the minute.',
      'Share one limiter among all that use the key, or give each its own key.',
    ],
    retry: retries.afterWaiting,
  },
  QuotaExceeded: {
    happened:
      "The plan's requests for this month are used up, or a batch needs more than are left. Nothing was looked up, and nothing was counted.",
    remedies: [
      'Send a smaller batch: each distinct valid plate counts as one request.',
      '`GET /v1/usage` says what is used and what is left. It costs nothing of the quota.',
      'Choose a larger plan, or wait for the month to end (UTC).',
    ],
    retry: '`Retry-After` runs to the start of next month (UTC): do not wait for it in a loop.',
  },
} as const satisfies Record<string, Advice>;
