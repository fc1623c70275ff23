import {z} from 'zod';
import {monthBounds} from '#core/domain/caller.ts';
import {endpoint} from './endpoint.ts';

const UsageResponse = z
  .object({
    plan: z.string().nullable().describe('Plan; null during a trial without a plan.'),
    trialEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('End of the trial; null for a plan without an end.'),
    requestsPerMinute: z.int().describe('Requests per 60 seconds and key.'),
    month: z.string().describe('The current month in UTC, as `YYYY-MM`.'),
    monthlyRequests: z.int().describe('Requests per month, for all keys together.'),
    used: z.int().describe('Requests used this month, by all keys together.'),
    remaining: z.int().describe('Requests remaining this month.'),
    usedByKey: z
      .array(
        z.object({
          keyId: z.string().describe('Id of the key, never the key itself.'),
          requests: z.int().describe('Requests used this month with the key.'),
        }),
      )
      .readonly()
      .describe('Usage per key; unused keys are omitted.'),
    resetsAt: z.iso.datetime().describe('Start of the next month in UTC.'),
  })
  .meta({id: 'UsageResponse', description: "The limits and usage of the key's account."});

export const getAccountUsage = endpoint({
  operationId: 'getAccountUsage',
  tag: 'Account',
  path: '/v1/usage',
  summary: 'Get the limits of your key and its usage this month.',
  description:
    'Does not count towards the quota, so it works when the quota is used up. It counts towards the rate limit.',
  responses: {200: UsageResponse},
  errors: [],
  alwaysRunsHandler: true,
  cost: 0,
  handle: async (_input, {callers, caller}) => {
    const {requestsPerMinute, month, monthlyRequests} = caller.limits;
    const {plan, trialEndsAt, used, usedByKey} = await callers.usage(caller, month);
    return {
      body: {
        plan,
        trialEndsAt,
        requestsPerMinute,
        month,
        monthlyRequests,
        used,
        remaining: Math.max(0, monthlyRequests - used),
        usedByKey,
        resetsAt: monthBounds(month).end.toISOString(),
      },
    };
  },
});
