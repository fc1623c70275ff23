import {createHash} from 'node:crypto';
import {lstat, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {type Account, canReach} from '../processes/account.ts';
import {type Say, Unable} from '../processes/service.ts';

/** /var/tmp is everyone's: what lies there under our name must also be ours. */
const refuseForeign = async (path: string): Promise<void> => {
  const found = await lstat(path);
  if (found.isDirectory() && found.uid === process.getuid?.()) return;
  throw new Unable(`${path} belongs to somebody else: remove it, or move this checkout.`);
};

/** Holds stacks, the Elasticsearch they share, and what the quickstart leaves: `.local/` as a rule. */
export const stackHome = async (
  checkout: string,
  account: Account | undefined,
  say: Say,
): Promise<string> => {
  const local = join(checkout, '.local');
  await mkdir(local, {recursive: true});
  if (await canReach(account, local)) return local;

  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
  const elsewhere = `/var/tmp/vehicle-data-lookup-api-${hash}`;
  say(`Elasticsearch and Redis may not enter ${local}, so their data is kept in ${elsewhere}.`);
  await mkdir(elsewhere, {recursive: true});
  await refuseForeign(elsewhere);
  return elsewhere;
};
