import {Command, CommanderError} from 'commander';
import {importCommand} from './commands/import.ts';
import {sampleCommand} from './commands/sample.ts';
import {exitCodes, Interrupted, judge} from './exit-codes.ts';

/** Ctrl-C and the stop of a service: what is half-done is removed before the process ends. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () =>
    interrupted.abort(new Interrupted(`Stopped by ${signal}; nothing went live.`)),
  );
}

const program = new Command('indexer')
  .description("Puts the motor register's extract into Elasticsearch.")
  .exitOverride()
  .addCommand(importCommand(interrupted.signal))
  .addCommand(sampleCommand(interrupted.signal));

const run = async (): Promise<number> => {
  try {
    await program.parseAsync();
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const {code, sentence} = judge(interrupted.signal.aborted ? interrupted.signal.reason : error);
    process.stderr.write(`${sentence}\n`);
    if (code === exitCodes.fault && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return code;
  }
};

process.exitCode = await run();
