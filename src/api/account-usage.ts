import {z} from 'zod';
import {boundsOf} from '#core/domain/month.ts';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {CallersServices} from '#src/services.ts';

const endpoint = endpointsFor<CallersServices>();

const UsageResponse = z
  .object({
    plan: z.string().nullable().meta({description: 'The plan; null while you try without one.'}),
    trialEndsAt: z.iso.datetime().nullable().meta({
      description: 'When the trial ends; null for a plan without an end.',
    }),
    requestsPerMinute: z.int().meta({description: 'Requests in 60 seconds with one key.'}),
    month: z.string().meta({description: 'The month that is counted, in UTC.'}),
    monthlyRequests: z.int().meta({description: 'Requests a month with all keys together.'}),
    used: z.int().meta({description: 'Requests used this month, with all keys together.'}),
    remaining: z.int().meta({description: 'Requests left this month.'}),
    usedByKey: z
      .array(
        z.object({
          keyId: z.string().meta({description: 'The id of a key, never the key.'}),
          requests: z.int().meta({description: 'Requests it has used this month.'}),
        }),
      )
      .readonly()
      .meta({description: 'The same by key; one that has used none is not listed.'}),
    resetsAt: z.iso.datetime().meta({description: 'The start of the next month, in UTC.'}),
  })
  .meta({id: 'UsageResponse', description: "The limits of the key's account, and its use."});

export const getAccountUsage = endpoint({
  operationId: 'getAccountUsage',
  tag: 'Account',
  path: '/v1/usage',
  summary: 'Get the limits of your key, and what is used of them this month.',
  description:
    'Costs nothing of the quota, so that it answers when the quota is used up. The rate per minute counts it.',
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
        resetsAt: boundsOf(month).end.toISOString(),
      },
    };
  },
});
