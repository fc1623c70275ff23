import cluster from 'node:cluster';
import {setFlagsFromString} from 'node:v8';
import {ConfigurationError} from '#core/config/config.ts';
import {createLog, type Log} from '#core/log/log.ts';
import {standardOutput} from '#core/log/standard-output.ts';
import {type Config, readConfig} from './config.ts';
import {ListenError} from './http/server/lifecycle.ts';
import {supervise} from './processes/supervise.ts';

const run = async (config: Config, log: Log): Promise<number> => {
  if (config.processes > 1 && cluster.isPrimary) return await supervise(config, log);
  // Not loaded by a process that only supervises: it takes most of the memory of one that serves.
  const {serve} = await import('./serve.ts');
  await serve(config, log);
  return 0;
};

// V8 would collect the whole heap, up to three times a second, for the buffers of responses with many vehicles.
setFlagsFromString('--external-memory-accounted-in-global-limit');
setFlagsFromString('--heap-growing-percent=250');

try {
  if (process.argv.length > 2) {
    throw new ConfigurationError(
      'The API takes no arguments. Set its environment variables instead: docs/configuration.md.',
    );
  }
  const config = readConfig();
  process.exitCode = await run(config, createLog(config.logLevel, standardOutput()));
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof ListenError;
  console.error(isExpected ? error.message : error);
  // Without waiting for somebody to read that.
  process.exit(error instanceof ConfigurationError ? 2 : 1);
} finally {
  // Else the primary would keep it alive.
  cluster.worker?.disconnect();
}
