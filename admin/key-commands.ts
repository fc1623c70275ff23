import {type Command, Option} from 'commander';
import {issuedKeys, type KeyRequest} from '#core/access/issued-keys.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/table.ts';
import {identifier} from './identifier.ts';
import {lifetime} from './lifetime.ts';
import {name} from './name.ts';
import {withRedis} from './with-redis.ts';

type Output = {readonly json?: true};
type IssueOptions = Output & {readonly name?: string; readonly expiresIn?: number};
type RotateOptions = Output & {readonly overlap: number; readonly expiresIn?: number};
type RevokeOptions = Output & {readonly yes?: boolean};

/** A date that lies this many milliseconds ahead. */
const after = (milliseconds: number | undefined): Date | undefined =>
  milliseconds === undefined ? undefined : new Date(Date.now() + milliseconds);

const issue = async (accountId: string, {name, expiresIn, json}: IssueOptions): Promise<void> => {
  const request: KeyRequest = {
    name,
    expiresAt: after(expiresIn),
  };
  const issued = await withRedis((redis, {environment}) =>
    issuedKeys(redis, environment).issue(accountId, request),
  );
  if (issued === undefined) {
    throw new UsageError(
      `There is no account ${accountId}. "accounts list" shows those there are.`,
    );
  }
  const {keyId, key} = issued;
  const sentence = `Key ${keyId} is issued. It is shown this once and kept nowhere:\n\n  ${key}\n`;
  console.log(json ? JSON.stringify({keyId, key}) : sentence);
};

const list = async ({json}: Output): Promise<void> => {
  const keys = await withRedis((redis, {environment}) => issuedKeys(redis, environment).list());
  if (json) return console.log(JSON.stringify(keys));
  const rows = keys.map(({keyId, name, prefix, lastFour, createdAt, expiresAt}) => [
    keyId,
    name ?? '',
    `${prefix}…${lastFour}`,
    createdAt,
    expiresAt ?? 'never',
  ]);
  console.log(table(['KEY', 'NAME', 'LOOKS LIKE', 'CREATED', 'EXPIRES'], rows));
};

const rotate = async (keyId: string, {overlap, expiresIn, json}: RotateOptions): Promise<void> => {
  const rotated = await withRedis((redis, {environment}) =>
    issuedKeys(redis, environment).rotate(keyId, {
      overlapMs: overlap,
      expiresAt: after(expiresIn),
    }),
  );
  if (rotated === undefined) {
    throw new UsageError(
      `There is no key ${keyId} that is valid. "keys list" shows those there are.`,
    );
  }
  const {keyId: newKeyId, key, oldKeyEndsAt} = rotated;
  const sentence =
    `Key ${newKeyId} is issued. It is shown this once and kept nowhere:\n\n  ${key}\n\n` +
    `Key ${keyId} is valid until ${oldKeyEndsAt}.`;
  console.log(json ? JSON.stringify(rotated) : sentence);
};

const revoke = async (keyId: string, {yes = false, json}: RevokeOptions): Promise<void> => {
  await confirm(`Key ${keyId} ends at once, for good.`, yes);
  const isRevoked = await withRedis((redis, {environment}) =>
    issuedKeys(redis, environment).revoke(keyId),
  );
  if (!isRevoked)
    throw new UsageError(`There is no key ${keyId}. "keys list" shows those there are.`);
  console.log(json ? JSON.stringify({keyId}) : `Key ${keyId} is revoked.`);
};

export const addKeyCommands = (program: Command): void => {
  const group = program.command('keys').description('keys, which let clients in');

  group
    .command('issue')
    .description('issue a key for the environment of API_ENVIRONMENT')
    .argument('<accountId>', 'the account it belongs to', identifier)
    .option('--name <name>', 'what it is for', name)
    .option(
      '--expires-in <time>',
      'when it ends by itself, such as 30d or 12h (default: never)',
      lifetime,
    )
    .option('--json', 'print {"keyId", "key"}')
    .action(issue);

  group
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'print an array of keys')
    .action(list);

  group
    .command('rotate')
    .description('issue a key in place of another, which stays valid for a while')
    .argument('<keyId>', 'the key to replace', identifier)
    .addOption(
      new Option('--overlap <time>', 'how long the old key stays valid, such as 30d or 12h')
        .argParser(lifetime)
        .default(lifetime('24h'), '24h'),
    )
    .option(
      '--expires-in <time>',
      'when the new key ends by itself, such as 30d or 12h (default: never)',
      lifetime,
    )
    .option('--json', 'print {"keyId", "key", "oldKeyEndsAt"}')
    .action(rotate);

  group
    .command('revoke')
    .description('end a key at once')
    .argument('<keyId>', 'the key', identifier)
    .option('--yes', 'do not ask')
    .option('--json', 'print {"keyId"}')
    .action(revoke);
};
