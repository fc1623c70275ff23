import {Command} from 'commander';
import {createElasticsearchClient} from '#src/clients/elasticsearch.ts';
import {type Config, readConfig} from '#src/config.ts';
import {type ImportSummary, importExtract} from '../import-extract.ts';
import {lineProgress, terminalProgress} from '../progress.ts';

/** A bulk request may wait long behind a merge; what passes is tried again by the writer itself. */
const patientClient = {requestTimeout: 120_000, maxRetries: 0};

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

export const importedText = (summary: ImportSummary): string =>
  [
    `Live: ${summary.version}`,
    `  records    ${summary.records}`,
    `  vehicles   ${summary.vehicles}`,
    `  repeats    ${summary.repeats} records folded into a vehicle that was there`,
    `  rejected   ${summary.rejects} records: ${listed(summary.rejectsByReason)}`,
    `  set aside  values that could not be used: ${listed(summary.setAside)}`,
    `  time       ${summary.seconds} s, ${summary.vehiclesPerSecond} vehicles/s`,
    ...(summary.notPruned === null
      ? []
      : [`  kept       older generations, until the next import: ${summary.notPruned}`]),
  ].join('\n');

/** One build of a file, as the configuration says. Progress goes to stderr. */
export const importConfigured = async (
  config: Config,
  file: string,
  signal: AbortSignal,
): Promise<ImportSummary> => {
  const client = createElasticsearchClient(config, patientClient);
  const show = process.stderr.isTTY ? terminalProgress : lineProgress;
  try {
    return await importExtract({
      client,
      indexPrefix: config.indexPrefix,
      file,
      maxBytes: config.indexing.maxBytes,
      signal,
      progress: show(process.stderr),
      directory: config.indexing.directory,
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
    .option('--json', 'print the summary as JSON', false)
    .action(async (file: string, {json}: {readonly json: boolean}) => {
      const summary = await importConfigured(readConfig(), file, signal);
      process.stdout.write(`${json ? JSON.stringify(summary) : importedText(summary)}\n`);
    });
