import {runCommand} from '#core/command-line/run.ts';
import {addAccountCommands} from './account-commands.ts';
import {addKeyCommands} from './key-commands.ts';
import {addPlanCommands} from './plan-commands.ts';
import {StoreCommand} from './with-stores.ts';

const program = new StoreCommand('admin')
  .description('Manages plans, accounts, API keys and usage in the Redis at REDIS_URL.')
  .exitOverride()
  .showHelpAfterError('Run with --help for usage.');

addPlanCommands(program);
addAccountCommands(program);
addKeyCommands(program);

await runCommand(() => program.parseAsync());
