import {type Command, Option} from 'commander';
import type {IssuedKey} from '#core/access/issued-keys.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {toMinute} from '#core/command-line/figures.ts';
import {oneLine} from '#core/command-line/one-line.ts';
import {table} from '#core/command-line/table.ts';
import {duration, identifier, type JsonOption} from './arguments.ts';
import {unknownAccount, withStores} from './with-stores.ts';

type IssueOptions = JsonOption & {readonly name?: string; readonly expiresIn?: number};
type RotateOptions = JsonOption & {readonly overlap: number; readonly expiresIn?: number};
type RevokeOptions = JsonOption & {readonly yes?: boolean};

const after = (milliseconds: number | undefined): Date | undefined =>
  milliseconds === undefined ? undefined : new Date(Date.now() + milliseconds);

const issuedSentence = ({keyId, key}: {readonly keyId: string; readonly key: string}): string =>
  `Issued key ${keyId}. Save it now: it is not stored and cannot be shown again.\n\n  ${key}\n`;

const issue = async (accountId: string, {name, expiresIn, json}: IssueOptions): Promise<void> => {
  const request = {name, expiresAt: after(expiresIn)};
  const issued = await withStores(({issuedKeys}) => issuedKeys.issue(accountId, request));
  if (issued === undefined) throw unknownAccount(accountId);
  console.log(json ? JSON.stringify(issued) : issuedSentence(issued));
};

const endOf = ({expiresAt, revokedAt}: IssuedKey): string => {
  if (revokedAt !== null) return `revoked ${toMinute(revokedAt)}`;
  return expiresAt === null ? 'never' : toMinute(expiresAt);
};

const list = async (accountId: string | undefined, {json}: JsonOption): Promise<void> => {
  const keys = await withStores(async ({accounts, issuedKeys}) => {
    if (accountId !== undefined && (await accounts.find(accountId)) === undefined) {
      throw unknownAccount(accountId);
    }
    return issuedKeys.list(accountId);
  });
  if (json) return console.log(JSON.stringify(keys));
  const rows = keys.map(key => [
    key.keyId,
    key.accountId,
    key.name,
    `${key.prefix}…${key.lastFour}`,
    toMinute(key.createdAt),
    endOf(key),
  ]);
  console.log(table(['KEY ID', 'ACCOUNT ID', 'NAME', 'KEY', 'CREATED', 'EXPIRES'], rows));
};

const rotate = async (keyId: string, {overlap, expiresIn, json}: RotateOptions): Promise<void> => {
  const rotation = {overlapMs: overlap, expiresAt: after(expiresIn)};
  const rotated = await withStores(({issuedKeys}) => issuedKeys.rotate(keyId, rotation));
  if (rotated === undefined) {
    throw new UsageError(`There is no valid key ${keyId}. "keys list" lists all keys.`);
  }
  const sentence = `${issuedSentence(rotated)}\nKey ${keyId} is valid until ${toMinute(rotated.oldKeyEndsAt)}.`;
  console.log(json ? JSON.stringify(rotated) : sentence);
};

const revoke = async (keyId: string, {yes = false, json}: RevokeOptions): Promise<void> => {
  await confirm(`Revoke key ${keyId} for good?`, {yes});
  const isRevoked = await withStores(({issuedKeys}) => issuedKeys.revoke(keyId));
  if (!isRevoked)
    throw new UsageError(`There is no valid key ${keyId}. "keys list" lists all keys.`);
  console.log(json ? JSON.stringify({keyId}) : `Revoked key ${keyId}.`);
};

const expiresInText = (key: string): string =>
  `time until ${key} expires, such as 30d or 12h (default: never)`;

export const addKeyCommands = (program: Command): void => {
  const group = program.command('keys').description('manage API keys');

  group
    .command('issue')
    .description('issue a key for the environment in API_ENVIRONMENT')
    .argument('<accountId>', 'id of the account that owns the key', identifier)
    .option('--name <name>', 'purpose of the key', oneLine)
    .option('--expires-in <time>', expiresInText('the key'), duration)
    .option('--json', 'print {"keyId", "key"}')
    .action(issue);

  group
    .command('list')
    .description('list keys, revoked ones included, without their secrets')
    .argument('[accountId]', 'id of the account that owns the keys (default: all)', identifier)
    .option('--json', 'print an array of keys')
    .action(list);

  group
    .command('rotate')
    .description('replace a key, which stays valid for an overlap')
    .argument('<keyId>', 'id of the key to replace', identifier)
    .addOption(
      new Option('--overlap <time>', 'time until the old key expires, such as 30d or 12h')
        .argParser(duration)
        .default(duration('24h'), '24h'),
    )
    .option('--expires-in <time>', expiresInText('the new key'), duration)
    .option('--json', 'print {"keyId", "key", "oldKeyEndsAt"}')
    .action(rotate);

  group
    .command('revoke')
    .description('revoke a key at once')
    .argument('<keyId>', 'id of the key', identifier)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print {"keyId"}')
    .action(revoke);
};
