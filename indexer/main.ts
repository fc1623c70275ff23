import {Command} from 'commander';
import {requireOptions} from '#core/command-line/arguments.ts';
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

/** Where a command can go on after a stop; the others put nothing live. */
const whenStopped: Readonly<Record<string, string>> = {
  fetch: 'the next fetch resumes where it stopped',
  export: 'run "export" again, and it resumes where it stopped',
};

/** On Ctrl-C, or when a service is stopped, a build removes its candidate before the process ends. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const [command = ''] = program.args;
    const leaves = whenStopped[command] ?? 'nothing went live';
    interrupted.abort(new Interrupted(`Stopped by ${signal}; ${leaves}.`));
  });
}

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
