import {Command} from 'commander';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type Config, readConfig} from '#core/config/config.ts';
import type {ImportOptions} from '../import/options.ts';
import {importExtract} from '../import/pipeline.ts';
import type {ImportSummary} from '../import/summary.ts';
import {importText} from '../import/summary.ts';
import {lineProgress, terminalProgress} from '../progress/import-progress.ts';
import {reason} from './reason.ts';

/** A bulk request may wait long behind a merge; what passes is tried again by the writer itself. */
const patientClient = {requestTimeout: 120_000, maxRetries: 0};

type Options = {
  readonly force?: string;
  readonly promote: boolean;
  readonly dryRun: boolean;
  readonly limit?: number;
  readonly maxBytes?: number;
  readonly json: boolean;
};

type Wanted = Pick<ImportOptions, 'command' | 'file' | 'force' | 'promote' | 'dryRun' | 'limit'>;

/** One build of a file, as the configuration says. Progress and what else is to be known goes to stderr. */
export const importConfigured = async (
  config: Config,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ImportSummary> => {
  const client = createElasticsearchClient(config, patientClient);
  const show = process.stderr.isTTY ? terminalProgress : lineProgress;
  try {
    return await importExtract({
      ...wanted,
      client,
      indexPrefix: config.indexPrefix,
      indexing: config.indexing,
      signal,
      progress: show(process.stderr),
      say: sentence => process.stderr.write(`${sentence}\n`),
    });
  } finally {
    await client.close();
  }
};

/** `import <file|->`: one build. The summary goes to stdout. */
export const importCommand = (signal: AbortSignal): Command =>
  new Command('import')
    .description('Imports an extract: zip, gzip, XML or JSON records; - reads standard input.')
    .argument('<file>', 'path of the extract, or -')
    .option(
      '--force <reason>',
      'put it live whatever the gate says; the reason is recorded',
      reason,
    )
    .option('--no-promote', 'build and verify it, and leave going live to "promote"')
    .option('--dry-run', 'read and judge it, and write nothing', false)
    .option(
      '--limit <records>',
      'read only so many records; the generation does not go live',
      wholeNumber(1, 999_999_999),
    )
    .option(
      '--max-bytes <bytes>',
      'refuse what unpacks to more (EXTRACT_MAX_BYTES)',
      wholeNumber(1, 2 ** 50),
    )
    .option('--json', 'print the summary as JSON', false)
    .action(async (file: string, {json, maxBytes, ...options}: Options) => {
      const config = readConfig();
      const indexing = {...config.indexing, ...(maxBytes !== undefined && {maxBytes})};
      const wanted = {...options, command: 'import', file} as const;
      const summary = await importConfigured({...config, indexing}, wanted, signal);
      process.stdout.write(`${json ? JSON.stringify(summary) : importText(summary)}\n`);
    });
