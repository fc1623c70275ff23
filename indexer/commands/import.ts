import {Command} from 'commander';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {oneLine} from '#core/command-line/one-line.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type Config, readConfig} from '#core/config/config.ts';
import {startTracing} from '#core/tracing/start-tracing.ts';
import {displayOn} from '../../core/command-line/progress.ts';
import type {ImportOptions} from '../import/options.ts';
import {importExtract} from '../import/pipeline.ts';
import type {ImportSummary} from '../import/summary.ts';
import {importText} from '../import/summary.ts';
import {CommandTransport} from '../write/command-transport.ts';
import {importProgress} from '../write/import-progress.ts';
import {print, printRefusal, say} from './shared.ts';

/** A bulk request can wait long for a merge. The import retries by itself. */
const clientOptions = {requestTimeout: 120_000, maxRetries: 0, Transport: CommandTransport};

type Options = {
  readonly force?: string;
  readonly promote: boolean;
  readonly dryRun?: boolean;
  readonly limit?: number;
  readonly maxBytes?: number;
  readonly json?: boolean;
};

type Wanted = Pick<ImportOptions, 'command' | 'file' | 'force' | 'promote' | 'dryRun' | 'limit'>;

/** Imports a file as configured. Progress and messages go to standard error. */
export const importConfigured = async (
  config: Config,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ImportSummary> => {
  const stopTracing = await startTracing(config.tracing, 'vehicle-data-lookup-indexer', error => {
    if (error !== undefined) say(`The spans of this build were not sent: ${error.message}`);
  });
  const client = createElasticsearchClient(config, clientOptions);
  try {
    return await importExtract({
      ...wanted,
      client,
      prefix: config.indexPrefix,
      indexing: config.indexing,
      signal,
      progress: importProgress(displayOn(process.stderr)),
      say,
    });
  } finally {
    await client.close();
    await stopTracing();
  }
};

/** `import <file|->`: builds a generation of an extract and puts it live. */
export const importCommand = (signal: AbortSignal): Command =>
  new Command('import')
    .description('Imports an extract (zip, gzip, XML or JSON) and puts it live.')
    .argument('<file>', 'path of the extract, or - for standard input')
    .option('--force <reason>', 'put it live even if checks fail; the reason is logged', oneLine)
    .option('--no-promote', 'build and verify only; "promote" puts it live later')
    .option('--dry-run', 'read and check the extract; write nothing')
    .option(
      '--limit <records>',
      'read only the first records; the generation does not go live',
      wholeNumber(1, 999_999_999),
    )
    .option(
      '--max-bytes <bytes>',
      'refuse an extract that unpacks to more (EXTRACT_MAX_BYTES)',
      wholeNumber(1, 2 ** 50),
    )
    .action(async (file: string, {json, maxBytes, ...options}: Options) => {
      const config = readConfig();
      const indexing = {...config.indexing, ...(maxBytes !== undefined && {maxBytes})};
      const wanted = {...options, command: 'import', file} as const;
      const imported = importConfigured({...config, indexing}, wanted, signal);
      const summary = await imported.catch(printRefusal(json));
      print(summary, importText, json);
    });
