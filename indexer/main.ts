import {Command} from 'commander';
import {requireOptions} from '#core/command-line/arguments.ts';
import {exitCodes} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {buildsCommand} from './commands/builds.ts';
import {exportCommand} from './commands/export.ts';
import {fetchCommand} from './commands/fetch.ts';
import {importCommand} from './commands/import.ts';
import {importTestDataCommand} from './commands/import-test-data.ts';
import {promoteCommand} from './commands/promote.ts';
import {pruneCommand} from './commands/prune.ts';
import {rollbackCommand} from './commands/rollback.ts';
import {sampleCommand} from './commands/sample.ts';
import {statusCommand} from './commands/status.ts';
import {updateCommand} from './commands/update.ts';
import {abortCause, Interrupted, toExitCode} from './exit-codes.ts';

/** On Ctrl-C, or when a service is stopped, a build removes its candidate before the process ends. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () =>
    interrupted.abort(new Interrupted(`Stopped by ${signal}; nothing went live.`, {cause: signal})),
  );
}

/** The reader of a pipe can be gone, as with `| head`, and the disk of a log full. That must not end a build. */
process.stderr.on('error', () => undefined);
process.stdout.on('error', ({code, message}: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`The result cannot be printed: ${message}\n`);
  process.exitCode = exitCodes.failure;
});

const program = new Command('indexer')
  .description('Imports extracts of the motor register into Elasticsearch.')
  .hook('preAction', (_, command) => requireOptions(command))
  .exitOverride();
const commands = [
  importCommand,
  fetchCommand,
  updateCommand,
  buildsCommand,
  statusCommand,
  promoteCommand,
  rollbackCommand,
  pruneCommand,
  exportCommand,
  sampleCommand,
  importTestDataCommand,
];
for (const newCommand of commands) {
  const command = newCommand(interrupted.signal).option('--json', 'print the result as JSON');
  program.addCommand(command.copyInheritedSettings(program));
}

await runCommand(
  () => program.parseAsync(),
  error => toExitCode(abortCause(error, interrupted.signal)),
);
