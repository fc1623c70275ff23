import {InvalidArgumentError, Option} from 'commander';
import type {IssuedKey} from '#core/access/issued-keys.ts';
import {oneLine} from '#core/command-line/arguments.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {table, toMinute} from '#core/command-line/figures.ts';
import {identifier, type StoreCommand, unknownAccount, withStores} from './with-stores.ts';

type IssueOptions = {readonly name?: string; readonly expiresIn?: number};
type RotateOptions = {readonly overlap: number; readonly expiresIn?: number};

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = {h: hour, d: 24 * hour};

/** A duration of at most a hundred years, such as `30d` or `12h`, in milliseconds. */
const duration = (text: string): number => {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([hd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  if (milliseconds <= 36_525 * 24 * hour) return milliseconds;
  throw new InvalidArgumentError('It must be a number of days or hours, such as 30d or 12h.');
};

const after = (milliseconds: number | undefined): Date | undefined =>
  milliseconds === undefined ? undefined : new Date(Date.now() + milliseconds);

const noValidKey = (keyId: string): UsageError =>
  new UsageError(`There is no valid key ${keyId}. "keys list" lists all keys.`);

const issuedSentence = ({keyId, key}: {readonly keyId: string; readonly key: string}): string =>
  `Issued key ${keyId}. Save it now: it is not stored and cannot be shown again.\n\n  ${key}\n`;

const expiresInText = (key: string): string =>
  `time until ${key} expires, such as 30d or 12h (default: never)`;

const addIssue = (group: StoreCommand) =>
  group
    .command('issue')
    .description('issue a key for the environment in API_ENVIRONMENT')
    .argument('<accountId>', 'id of the account that owns the key', identifier)
    .option('--name <name>', 'purpose of the key', oneLine)
    .option('--expires-in <time>', expiresInText('the key'), duration)
    .answer(
      'print {"keyId", "key"}',
      async ({issuedKeys}, accountId: string, {name, expiresIn}: IssueOptions) => {
        const issued = await issuedKeys.issue(accountId, {name, expiresAt: after(expiresIn)});
        if (issued === undefined) throw unknownAccount(accountId);
        return [issued, issuedSentence(issued)];
      },
    );

const endOf = ({expiresAt, revokedAt}: IssuedKey): string => {
  if (revokedAt !== null) return `revoked ${toMinute(revokedAt)}`;
  return expiresAt === null ? 'never' : toMinute(expiresAt);
};

const addList = (group: StoreCommand) =>
  group
    .command('list')
    .description('list keys, revoked ones included, without their secrets')
    .argument('[accountId]', 'id of the account that owns the keys (default: all)', identifier)
    .answer('print an array of keys', async ({accounts, issuedKeys}, accountId?: string) => {
      if (accountId !== undefined && (await accounts.find(accountId)) === undefined) {
        throw unknownAccount(accountId);
      }
      const keys = await issuedKeys.list(accountId);
      const rows = keys.map(key => [
        key.keyId,
        key.accountId,
        key.name,
        `${key.prefix}…${key.lastFour}`,
        toMinute(key.createdAt),
        endOf(key),
      ]);
      return [keys, table(['KEY ID', 'ACCOUNT ID', 'NAME', 'KEY', 'CREATED', 'EXPIRES'], rows)];
    });

const addRotate = (group: StoreCommand) =>
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
    .answer(
      'print {"keyId", "key", "oldKeyEndsAt"}',
      async ({issuedKeys}, keyId: string, {overlap, expiresIn}: RotateOptions) => {
        const rotation = {overlapMs: overlap, expiresAt: after(expiresIn)};
        const rotated = await issuedKeys.rotate(keyId, rotation);
        if (rotated === undefined) throw noValidKey(keyId);
        const sentence = `${issuedSentence(rotated)}\nKey ${keyId} is valid until ${toMinute(rotated.oldKeyEndsAt)}.`;
        return [rotated, sentence];
      },
    );

const addRevoke = (group: StoreCommand) =>
  group
    .command('revoke')
    .description('revoke a key at once')
    .argument('<keyId>', 'id of the key', identifier)
    .option('--yes', 'skip the confirmation')
    // No connection is held while the operator decides.
    .hook('preAction', async command => {
      const [keyId] = command.processedArgs as [string];
      const isRevocable = await withStores(({issuedKeys}) => issuedKeys.isRevocable(keyId));
      if (!isRevocable) throw noValidKey(keyId);
      await confirm(`Revoke key ${keyId} for good?`, {yes: command.opts()['yes'] ?? false});
    })
    .answer('print {"keyId"}', async ({issuedKeys}, keyId: string) => {
      if (!(await issuedKeys.revoke(keyId))) throw noValidKey(keyId);
      return [{keyId}, `Revoked key ${keyId}.`];
    });

export const addKeyCommands = (program: StoreCommand): void => {
  const group = program.command('keys').description('manage API keys');
  for (const add of [addIssue, addList, addRotate, addRevoke]) add(group);
};
