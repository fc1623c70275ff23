import {z} from 'zod';
import {brokenRules} from '#src/api/broken-rules.ts';
import type {RuleKey} from '#src/api/rules.ts';

const messages = z.array(z.string()).min(1);

const sentences = Object.fromEntries(
  Object.entries(brokenRules).map(([rule, {when}]) => [
    rule,
    messages.optional().meta({description: when}),
  ]),
) as Readonly<Record<RuleKey, z.ZodOptional<typeof messages>>>;

/** Every error of the API (RFC 9457). */
export const Problem = z
  .object({
    type: z.url().meta({description: 'A page that says what happened and what to do.'}),
    title: z.string().meta({description: 'What happened, the same for every problem of the code.'}),
    status: z.int().min(400).max(599).meta({description: 'The HTTP status.'}),
    detail: z.string().optional().meta({description: 'What happened this time.'}),
    instance: z.string().meta({description: 'The path that was called.'}),
    code: z.string().meta({
      description:
        'What to branch on, with `status`. New codes can be added: handle an unknown one by its status.',
    }),
    requestId: z.string().meta({description: 'The value of the header `X-Request-Id`.'}),
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({description: 'To quote when asking for support.'}),
    errors: z.object(sentences).catchall(messages).optional().meta({
      description:
        'Only with `ValidationFailed`: the rules that are broken, each with what to do. Absent for a value that could not be read at all.',
    }),
  })
  .meta({id: 'Problem', description: 'What went wrong (RFC 9457).'});
