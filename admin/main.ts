import {Command} from 'commander';
import {runCommand} from '#core/command-line/run.ts';
import {addAccountCommands} from './account-commands.ts';
import {addKeyCommands} from './key-commands.ts';
import {addPlanCommands} from './plan-commands.ts';
import {addUsageCommand} from './usage-command.ts';

const program = new Command('admin')
  .description('Plans, accounts, keys and their use. All of it lies in the Redis of REDIS_URL.')
  .exitOverride()
  .showHelpAfterError('Add --help to see how it is used.');

addPlanCommands(program);
addAccountCommands(program);
addKeyCommands(program);
addUsageCommand(program);

await runCommand(() => program.parseAsync());
