import {InvalidArgumentError} from 'commander';
import type {Delivery} from '#core/access/deliveries.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {toMinute} from '#core/command-line/figures.ts';
import {table} from '#core/command-line/table.ts';
import {identifier, type StoreCommand, unknownAccount} from './with-stores.ts';

const receiver = (text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must be an https:// URL.');
  }
  if (url.username || url.password || url.hash) {
    throw new InvalidArgumentError('It must have no user, password or fragment.');
  }
  return url.href;
};

const unknownWebhook = (webhookId: string): UsageError =>
  new UsageError(`There is no webhook ${webhookId}. "webhooks list" lists all webhooks.`);

const secretSentence = (secret: string): string =>
  `Give its secret to the receiver now: it cannot be shown again.\n\n  ${secret}\n`;

const scheduledSentence = ({deliveryId, webhookId}: Delivery): string =>
  `The sender sends delivery ${deliveryId} next. "webhooks deliveries ${webhookId}" shows the answer.`;

const addAdd = (group: StoreCommand) =>
  group
    .command('add')
    .description('notify a URL of each release of the dataset in API_ENVIRONMENT')
    .argument('<accountId>', 'id of the account that it is for', identifier)
    .argument('<url>', 'https:// URL that receives the notifications', receiver)
    .answer('print {"webhookId", "secret"}', async ({webhooks}, accountId: string, url: string) => {
      const added = await webhooks.add(accountId, url);
      if (added === undefined) throw unknownAccount(accountId);
      return [added, `Added webhook ${added.webhookId}. ${secretSentence(added.secret)}`];
    });

const addList = (group: StoreCommand) =>
  group
    .command('list')
    .description('list webhooks, without their secrets')
    .argument('[accountId]', 'id of the account that they are for (default: all)', identifier)
    .answer('print an array of webhooks', async ({accounts, webhooks}, accountId?: string) => {
      if (accountId !== undefined && (await accounts.find(accountId)) === undefined) {
        throw unknownAccount(accountId);
      }
      const all = await webhooks.list(accountId);
      const rows = all.map(({webhookId, url, createdAt, disabledAt}) => [
        ...[webhookId, url, toMinute(createdAt)],
        disabledAt === null ? '' : `${toMinute(disabledAt)}, by 410`,
      ]);
      return [all, table(['WEBHOOK ID', 'URL', 'CREATED', 'DISABLED'], rows)];
    });

const addRotate = (group: StoreCommand) =>
  group
    .command('rotate')
    .description('replace the secret of a webhook; both secrets sign for 24 hours')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer(
      'print {"webhookId", "secret", "oldSecretEndsAt"}',
      async ({webhooks}, webhookId: string) => {
        const rotated = await webhooks.rotate(webhookId);
        if (rotated === undefined) throw unknownWebhook(webhookId);
        const until = `The old secret signs as well until ${toMinute(rotated.oldSecretEndsAt)}.`;
        return [rotated, `Webhook ${webhookId}: ${secretSentence(rotated.secret)}\n${until}`];
      },
    );

const addRemove = (group: StoreCommand) =>
  group
    .command('remove')
    .description('remove a webhook, with the deliveries that are pending')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print {"webhookId"}', async ({webhooks}, webhookId: string) => {
      if (!(await webhooks.remove(webhookId))) throw unknownWebhook(webhookId);
      return [{webhookId}, `Removed webhook ${webhookId}.`];
    });

const dueCell = ({state, dueAt}: Delivery): string => (state === 'pending' ? toMinute(dueAt) : '');

const addDeliveries = (group: StoreCommand) =>
  group
    .command('deliveries')
    .description('list the deliveries of a webhook in the last 30 days, newest first')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print an array of deliveries', async ({webhooks, deliveries}, webhookId: string) => {
      if ((await webhooks.find(webhookId)) === undefined) throw unknownWebhook(webhookId);
      const all = await deliveries.list(webhookId);
      const rows = all.map(delivery => [
        ...[delivery.deliveryId, String(delivery.serial), delivery.state],
        ...[delivery.attempts, delivery.lastAnswer, dueCell(delivery)],
      ]);
      const headings = ['DELIVERY ID', 'SERIAL', 'STATE', 'ATTEMPTS', 'LAST ANSWER', 'NEXT'];
      return [all, table(headings, rows)];
    });

const addSendAgain = (group: StoreCommand) =>
  group
    .command('send-again')
    .description('send a delivery again, whatever became of it')
    .argument('<deliveryId>', 'id of the delivery', identifier)
    .answer('print the delivery as JSON', async ({deliveries}, deliveryId: string) => {
      const delivery = await deliveries.sendAgain(deliveryId);
      if (delivery) return [delivery, scheduledSentence(delivery)];
      throw new UsageError(
        `There is no delivery ${deliveryId}. "webhooks deliveries" lists those of a webhook.`,
      );
    });

const addTest = (group: StoreCommand) =>
  group
    .command('test')
    .description('send the notification of the latest release to one webhook')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print the delivery as JSON', async ({webhooks, deliveries}, webhookId: string) => {
      if ((await webhooks.find(webhookId)) === undefined) throw unknownWebhook(webhookId);
      const delivery = await deliveries.sendLast(webhookId);
      if (delivery) return [delivery, scheduledSentence(delivery)];
      throw new UsageError('The sender has not seen a release yet. Check that it is running.');
    });

export const addWebhookCommands = (program: StoreCommand): void => {
  const group = program
    .command('webhooks')
    .description('manage webhooks, which are notified of each release');
  const adds = [addAdd, addList, addRotate, addRemove, addDeliveries, addSendAgain, addTest];
  for (const add of adds) add(group);
};
