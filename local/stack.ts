import {Command} from 'commander';
import {exitCodes} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/figures.ts';
import {runCommand} from '#core/command-line/run.ts';
import type {Print} from './processes/run.ts';
import {down, status, up} from './stack/control.ts';
import {developerStack, stackOf, testStack} from './stack/stack.ts';

const program = new Command('npm run stack --')
  .description('Runs Elasticsearch and Redis without Docker, with data in .local/.')
  .option('--test', 'use the stack of the tests instead of yours')
  .exitOverride()
  .showHelpAfterError();

const stack = (progress: Print = console.log) =>
  stackOf(program.opts<{test?: true}>().test ? testStack() : developerStack(), progress);

/** Prints the status of both services, and returns whether both are healthy. */
const printStatus = async (): Promise<boolean> => {
  const services = await status(await stack(() => {}));
  const rows = services.map(({name, address, pid, state}) => [
    name,
    address,
    String(pid ?? '-'),
    state,
  ]);
  console.log(table(['SERVICE', 'ADDRESS', 'PROCESS', 'STATE'], rows));
  return services.every(({state}) => state === 'healthy');
};

program
  .command('up')
  .description('start both if they are not running, and wait until they are healthy')
  .action(async () => {
    await up(await stack(), console.log);
    await printStatus();
  });

program
  .command('down')
  .description('stop both, and wait until they have ended; their data stays')
  .action(async () => {
    await down(await stack(() => {}));
    await printStatus();
  });

program
  .command('status')
  .description('show what is running; exit with 0 if both are healthy, else with 1')
  .action(async () => {
    if (!(await printStatus())) process.exitCode = exitCodes.failure;
  });

await runCommand(() => program.parseAsync());
