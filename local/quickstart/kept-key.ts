import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {type Place, resultOf} from './command.ts';

const Plan = z.object({name: z.string()});
const CreatedAccount = z.object({accountId: z.string()});
const IssuedKey = z.object({keyId: z.string(), key: z.string()});

const admin = async <Reply extends z.ZodType>(
  reply: Reply,
  args: readonly string[],
  place: Place,
): Promise<z.output<Reply>> =>
  reply.parse(JSON.parse(await resultOf({entry: 'admin/main.ts', args}, place)));

const issue = async (place: Place): Promise<string> => {
  await admin(Plan, ['plans', 'set', 'demo', '--monthly-requests', '100000', '--json'], place);
  const createAccount = ['accounts', 'create', '--name', 'Quickstart', '--plan', 'demo', '--json'];
  const {accountId} = await admin(CreatedAccount, createAccount, place);
  const issueKey = ['keys', 'issue', accountId, '--name', 'Quickstart', '--json'];
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
 * The key of the demo account: the one issued before, as long as the API accepts it, else a new one.
 * Only hashes of keys are stored, so ours is kept in a file that only we can read.
 */
export const demoKey = async (
  folder: string,
  place: Place,
  isAccepted: (key: string) => Promise<boolean>,
): Promise<string> => {
  const file = join(folder, 'demo-key');
  const kept = await readKey(file);
  if (kept !== undefined && (await isAccepted(kept))) return kept;
  const key = await issue(place);
  await writeFile(file, `${key}\n`, {mode: 0o600});
  return key;
};
