import {requireOptions} from '#core/command-line/arguments.ts';
import {runCommand} from '#core/command-line/run.ts';
import {addAccountCommands} from './account-commands.ts';
import {addKeyCommands} from './key-commands.ts';
import {addPlanCommands} from './plan-commands.ts';
import {addWebhookCommands} from './webhook-commands.ts';
import {StoreCommand} from './with-stores.ts';

const program = new StoreCommand('admin')
  .description('Manages plans, accounts, API keys, usage and webhooks in the Redis at REDIS_URL.')
  .hook('preAction', (_, command) => requireOptions(command))
  .exitOverride()
  .showHelpAfterError('Run with --help for usage.');

addPlanCommands(program);
addAccountCommands(program);
addKeyCommands(program);
addWebhookCommands(program);

await runCommand(() => program.parseAsync());
