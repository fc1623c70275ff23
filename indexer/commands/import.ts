import {Command} from 'commander';
import {oneLine, wholeNumber} from '#core/command-line/arguments.ts';
import {digits} from '#core/command-line/figures.ts';
import {displayOn} from '#core/command-line/progress.ts';
import {startTracing} from '#core/tracing/start-tracing.ts';
import {type Config, readConfig} from '../config.ts';
import {refusalOf, someOf} from '../generations/check.ts';
import {replacedSentence} from '../generations/go-live.ts';
import {type ImportOptions, type ImportSummary, importExtract} from '../import.ts';
import {outermost} from '../read/unknown-elements.ts';
import {importProgress} from '../write/import-progress.ts';
import {type Engine, phasesText, print, say, standBack, wayText, withEngine} from './shared.ts';

/** In milliseconds: a bulk request can wait long for a merge. */
const requestTimeout = 120_000;

type Asked = Pick<ImportOptions, 'force' | 'promote' | 'dryRun' | 'limit'> & {
  readonly json?: boolean | undefined;
};

type Wanted = Asked & Pick<ImportOptions, 'command' | 'file'>;

/**
 * Imports a file as configured. Progress and messages go to standard error. With `json`, a refusal is
 * also a result: it is printed on standard output, and still thrown.
 */
export const importConfigured = async (
  config: Config,
  {json, ...wanted}: Wanted,
  signal: AbortSignal,
): Promise<ImportSummary> => {
  const stopTracing = await startTracing(config.tracing, 'vehicle-data-lookup-indexer', error => {
    if (error !== undefined) say(`The spans of this build were not sent: ${error.message}`);
  });
  const {indexing} = config;
  standBack(indexing.nice);
  const progress = importProgress(displayOn(process.stderr));
  const run = ({client, prefix}: Engine) =>
    importExtract({...wanted, client, prefix, indexing, signal, progress, say});
  try {
    return await withEngine(run, config, requestTimeout);
  } catch (error) {
    const refusal = json ? refusalOf(error) : undefined;
    if (refusal) {
      process.stdout.write(`${JSON.stringify({outcome: 'refused', ...refusal})}\n`);
    }
    throw error;
  } finally {
    await stopTracing();
  }
};

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${digits(count)}`)
    .join(', ') || 'none';

const heading = ({outcome, version, replacedBy, limit}: ImportSummary): string => {
  switch (outcome) {
    case 'promoted':
      return replacedBy === undefined
        ? `Live: ${version}`
        : replacedSentence(`${version}`, replacedBy);
    case 'already-current':
      return `Already current: ${version} holds the same extract and is live.`;
    case 'dry-run':
      return 'Dry run: nothing was written.';
    case 'held':
      return limit === null
        ? `Held: ${version}. "promote ${version}" puts it live.`
        : `Held: ${version}, of the first ${digits(limit)} records. For inspection only.`;
  }
};

export const importText = (summary: ImportSummary): string => {
  if (summary.outcome === 'already-current') return heading(summary);
  // Without an index, repeated vehicles are only recognized within a batch.
  const [most, least] = summary.outcome === 'dry-run' ? ['at most ', 'at least '] : ['', ''];
  const unknown = outermost(summary.unknownElements).map(
    ([path, records]) => `${path} ${digits(records)}`,
  );
  return [
    heading(summary),
    ...(summary.way === null ? [] : [`  imported   ${wayText({...summary, ...summary.changes})}`]),
    `  records    ${digits(summary.records)}`,
    `  vehicles   ${most}${digits(summary.vehicles)}`,
    `  repeats    ${least}${digits(summary.repeats)} records merged into existing vehicles`,
    `  rejected   ${digits(summary.rejects)} records: ${listed(summary.rejectsByReason)}`,
    ...(summary.rejectsFile === null ? [] : [`             listed in ${summary.rejectsFile}`]),
    `  set aside  unusable values: ${listed(summary.setAside)}`,
    ...(unknown.length === 0 ? [] : [`  unknown    elements: ${someOf(unknown)}`]),
    ...summary.checks.map(
      ({name, passed, found}) => `  ${passed ? 'passed' : 'FORCED'}     ${name}: ${found}`,
    ),
    `  time       ${summary.seconds} s, ${digits(summary.vehiclesPerSecond)} vehicles/s`,
    ...(summary.phases === null ? [] : [`  phases     ${phasesText(summary.phases)}`]),
  ].join('\n');
};

export const importCommand = (signal: AbortSignal): Command =>
  new Command('import')
    .description('Imports an extract (zip, gzip, XML or JSON) or an export, and puts it live.')
    .argument(
      '<file>',
      'path of the extract, of the manifest.json of an export, or - for standard input',
    )
    .option('--force <reason>', 'put it live even if checks fail; the reason is logged', oneLine)
    .option('--no-promote', 'build and verify only; "promote" puts it live later')
    .option('--full', 'write every vehicle, even if it has not changed')
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
    .action(async (file: string, {maxBytes, ...asked}: Asked & {readonly maxBytes?: number}) => {
      const config = readConfig();
      const indexing = {...config.indexing, ...(maxBytes !== undefined && {maxBytes})};
      const wanted = {...asked, command: 'import', file} as const;
      print(await importConfigured({...config, indexing}, wanted, signal), importText, asked.json);
    });
