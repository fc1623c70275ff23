import {type Delivery, type Webhook, webhookIdIn} from '#core/access/webhooks.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {table, toMinute} from '#core/command-line/figures.ts';
import {identifier, type StoreCommand, unknownAccount} from './with-stores.ts';

const receiver = (text: string): string => {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isWeb && !url.username && !url.password && !url.hash) return url.href;
  // It is not repeated, as it can hold a password, and output is kept in logs.
  throw new UsageError('The URL must be an https:// URL without user, password or fragment.');
};

const unknownWebhook = (webhookId: string): UsageError =>
  new UsageError(`There is no webhook ${webhookId}. "webhooks list" lists all webhooks.`);

/** Refuses a disabled webhook: nothing is sent to it, and a test would hide the response that disabled it. */
const refuseDisabled = ({webhookId, disabledAt}: Webhook): void => {
  if (disabledAt === null) return;
  throw new UsageError(
    `Webhook ${webhookId} has been disabled since ${toMinute(disabledAt)}, when its receiver answered 410. Once the receiver is there again, remove the webhook and add it anew.`,
  );
};

/** A sentence for an http:// URL or a literal address. Only the sender knows the address of a name. */
const limitSentence = (url: string): string =>
  /^(?:http:|https:\/\/(?:localhost[:/]|[\d.]+[:/]|\[))/.test(url)
    ? 'Notifications go to http:// URLs, and to addresses that are not public, only where the sender runs with WEBHOOKS_ALLOW_PRIVATE_ADDRESSES=true.\n\n'
    : '';

const secretSentence = (secret: string): string =>
  `Give its secret to the receiver now: it cannot be shown again.\n\n  ${secret}\n`;

const scheduled = (delivery: Delivery): readonly [Delivery, string] => [
  delivery,
  `The sender sends delivery ${delivery.deliveryId} next. "webhooks deliveries ${delivery.webhookId}" shows the response.`,
];

const addAdd = (group: StoreCommand) =>
  group
    .command('add')
    .description('notify a URL of each release of the dataset in API_ENVIRONMENT')
    .argument('<accountId>', 'id of the account that owns the webhook', identifier)
    .argument('<url>', 'https:// URL that receives the notifications', receiver)
    .answer('print {"webhookId", "secret"}', async ({webhooks}, accountId: string, url: string) => {
      const added = await webhooks.add(accountId, url);
      if (added === undefined) throw unknownAccount(accountId);
      const sentences = `${limitSentence(url)}${secretSentence(added.secret)}`;
      return [added, `Added webhook ${added.webhookId}. ${sentences}`];
    });

const addList = (group: StoreCommand) =>
  group
    .command('list')
    .description('list webhooks, without their secrets')
    .argument('[accountId]', 'id of the account that owns the webhooks (default: all)', identifier)
    .answer('print an array of webhooks', async ({accounts, webhooks}, accountId?: string) => {
      if (accountId !== undefined && (await accounts.find(accountId)) === undefined) {
        throw unknownAccount(accountId);
      }
      const all = await webhooks.list(accountId);
      const rows = all.map(({webhookId, url, createdAt, disabledAt}) => [
        ...[webhookId, url, toMinute(createdAt)],
        disabledAt === null ? '' : `${toMinute(disabledAt)}, after a 410`,
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
    .description('remove a webhook, with its deliveries')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print {"webhookId"}', async ({webhooks}, webhookId: string) => {
      if (!(await webhooks.remove(webhookId))) throw unknownWebhook(webhookId);
      return [{webhookId}, `Removed webhook ${webhookId}.`];
    });

const addDeliveries = (group: StoreCommand) =>
  group
    .command('deliveries')
    .description('list the deliveries of a webhook in the last 30 days, newest first')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print an array of deliveries', async ({webhooks}, webhookId: string) => {
      const {deliveries} = (await webhooks.find(webhookId)) ?? {};
      if (deliveries === undefined) throw unknownWebhook(webhookId);
      const rows = deliveries.map(({serial, dueAt, ...each}) => [
        ...[each.deliveryId, String(serial), each.state, each.attempts, each.lastAnswer],
        dueAt === null ? '' : toMinute(dueAt),
      ]);
      const headings = ['DELIVERY ID', 'SERIAL', 'STATE', 'ATTEMPTS', 'LAST ANSWER', 'NEXT'];
      return [deliveries, table(headings, rows)];
    });

const addSendAgain = (group: StoreCommand) =>
  group
    .command('send-again')
    .description('send a delivery again, whatever its state')
    .argument('<deliveryId>', 'id of the delivery', identifier)
    .answer('print the delivery as JSON', async ({webhooks}, deliveryId: string) => {
      const webhook = await webhooks.find(webhookIdIn(deliveryId));
      if (webhook) refuseDisabled(webhook);
      const delivery = await webhooks.sendAgain(deliveryId);
      if (delivery) return scheduled(delivery);
      throw new UsageError(
        `There is no delivery ${deliveryId}. "webhooks deliveries" lists the deliveries of a webhook.`,
      );
    });

const addTest = (group: StoreCommand) =>
  group
    .command('test')
    .description('send the notification of the latest release to one webhook')
    .argument('<webhookId>', 'id of the webhook', identifier)
    .answer('print the delivery as JSON', async ({webhooks}, webhookId: string) => {
      const webhook = await webhooks.find(webhookId);
      if (webhook === undefined) throw unknownWebhook(webhookId);
      refuseDisabled(webhook);
      const delivery = await webhooks.sendLast(webhookId);
      if (delivery) return scheduled(delivery);
      throw new UsageError('The sender has not seen a release yet. Check that it is running.');
    });

export const addWebhookCommands = (program: StoreCommand): void => {
  const group = program
    .command('webhooks')
    .description('manage webhooks, which are notified of each release');
  const adds = [addAdd, addList, addRotate, addRemove, addDeliveries, addSendAgain, addTest];
  for (const add of adds) add(group);
};
