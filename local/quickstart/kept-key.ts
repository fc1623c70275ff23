import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {type Place, resultOf} from './command.ts';

const Plan = z.object({name: z.string()});
const CreatedAccount = z.object({accountId: z.string()});
const IssuedKey = z.object({keyId: z.string(), key: z.string()});

/** Who a key is for: an account of its own, with a plan of its own. */
export type Holder = {
  readonly account: string;
  readonly plan: string;
  readonly monthlyRequests: string;
  readonly requestsPerMinute: string;
  /** What its key is kept in. */
  readonly file: string;
};

/** A newcomer: what the contract grants everyone each minute, and more of a month than there is need for. */
export const demo: Holder = {
  account: 'Quickstart',
  plan: 'demo',
  monthlyRequests: '100000',
  requestsPerMinute: '60',
  file: 'demo-key',
};

/** A machine that tries thousands of requests in a minute. */
export const tireless: Holder = {
  account: 'Machine',
  plan: 'tireless',
  monthlyRequests: '1000000000',
  requestsPerMinute: '1000000',
  file: 'tireless-key',
};

const admin = async <Reply extends z.ZodType>(
  reply: Reply,
  args: readonly string[],
  place: Place,
): Promise<z.output<Reply>> =>
  reply.parse(JSON.parse(await resultOf({entry: 'admin/main.ts', args}, place)));

const issue = async (holder: Holder, place: Place): Promise<string> => {
  const {account, plan, monthlyRequests, requestsPerMinute} = holder;
  const limits = [
    '--monthly-requests',
    monthlyRequests,
    '--requests-per-minute',
    requestsPerMinute,
  ];
  await admin(Plan, ['plans', 'set', plan, ...limits, '--json'], place);
  const createAccount = ['accounts', 'create', '--name', account, '--plan', plan, '--json'];
  const {accountId} = await admin(CreatedAccount, createAccount, place);
  const issueKey = ['keys', 'issue', accountId, '--name', account, '--json'];
  return (await admin(IssuedKey, issueKey, place)).key;
};

const readKey = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The key of a holder: the one issued before, as long as the API accepts it, else a new one. Only
 * hashes of keys are stored, so ours is kept in a file that only we can read.
 */
export const keyOf = async (
  holder: Holder,
  folder: string,
  place: Place,
  isAccepted: (key: string) => Promise<boolean>,
): Promise<string> => {
  const file = join(folder, holder.file);
  const kept = await readKey(file);
  if (kept !== undefined && (await isAccepted(kept))) return kept;
  const key = await issue(holder, place);
  await writeFile(file, `${key}\n`, {mode: 0o600});
  return key;
};
