import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {Command} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
import {type Config, readConfig} from '../config.ts';
import {type Exported, exportRelease} from '../export/export-release.ts';
import {megabytes, sizeOf} from '../export/folder.ts';
import {logEvent} from '../generations/build-log.ts';
import {type Engine, logFailure, print, say, standBack, withEngine} from './shared.ts';

/** Exports, and logs the outcome. */
const exportConfigured = async (engine: Engine, directory: string, signal: AbortSignal) => {
  const {client, prefix, config} = engine;
  const policy = {maxMs: config.indexing.patienceMs, signal};
  const command = 'export';
  try {
    const exported = await exportRelease({client, prefix, directory, policy, say});
    if (exported.outcome === 'already-exported') return {...exported, notRecorded: null};
    const {version: generation, vehicleCount: vehicles} = exported.manifest;
    const logged = await logEvent(engine, {command, event: 'exported', generation, vehicles});
    return {...exported, ...logged};
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.name : '';
    await logFailure(engine, {command, event: 'export-failed', reason}, error);
    throw error;
  }
};

const toText = ({outcome, manifest, deleted}: Exported): string => {
  const {serial, version, vehicleCount, changedVehicles, previousSerial, files} = manifest;
  return [
    `${outcome === 'exported' ? 'Exported' : 'Already exported'}: serial ${serial}, ${version}`,
    `  vehicles   ${digits(vehicleCount)}`,
    `  changes    ${changedVehicles === null ? 'none, there is no earlier export to compare with' : `${digits(changedVehicles)} vehicles since serial ${previousSerial}`}`,
    `  files      ${files.length}, ${megabytes(sizeOf(manifest))}`,
    ...(deleted > 0 ? [`  deleted    ${deleted} files of older exports`] : []),
  ].join('\n');
};

export const exportCommand = (signal: AbortSignal): Command =>
  new Command('export')
    .description('Writes the live release to files in EXPORTS_DIRECTORY.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const config = readConfig();
      const {exportsDirectory: directory, nice} = config.indexing;
      if (directory === undefined) {
        throw new UsageError(
          'EXPORTS_DIRECTORY is not set. Set it to a folder that the API can read.',
        );
      }
      standBack(nice);
      const exported = await withEngine(
        engine => exportConfigured(engine, directory, signal),
        config,
        120_000,
      );
      print(exported, toText, json);
    });

/**
 * Runs `export` in a process of its own after an update, which does not depend on it: that process reports and logs
 * a failure. Returns its output; undefined without a directory.
 */
export const exportAfter = async (
  {indexing}: Config,
  json: boolean | undefined,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (indexing.exportsDirectory === undefined || signal.aborted) return undefined;
  const [program = ''] = process.argv.slice(1);
  const args = [...process.execArgv, program, 'export', ...(json ? ['--json'] : [])];
  const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'inherit']});
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  try {
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code === 0) return printed.trim();
    say(
      'The update is live, but its files were not written. The next update tries again; "export" does so now.',
    );
    return undefined;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
