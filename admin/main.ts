import {Command, CommanderError} from 'commander';
import {Refusal} from '#core/command-line/refusal.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {addAccountCommands} from './account-commands.ts';
import {addKeyCommands} from './key-commands.ts';
import {addPlanCommands} from './plan-commands.ts';
import {addUsageCommand} from './usage-command.ts';

const wrongUsage = 2;

/** Says what went wrong where that is not said yet, and answers with the exit code. */
const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  const isExplained = error instanceof Refusal || error instanceof ConfigurationError;
  console.error(isExplained ? error.message : error);
  return error instanceof ConfigurationError ? wrongUsage : 1;
};

const program = new Command('admin')
  .description('Plans, accounts, keys and their use. All of it lies in the Redis of REDIS_URL.')
  .exitOverride()
  .showHelpAfterError('Add --help to see how it is used.');

addPlanCommands(program);
addAccountCommands(program);
addKeyCommands(program);
addUsageCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
