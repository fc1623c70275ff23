import {availableParallelism, cpus, totalmem} from 'node:os';
import {Command} from 'commander';
import {wholeNumber} from '#core/command-line/arguments.ts';
import {TryLater, UsageError} from '#core/command-line/errors.ts';
import {runCommand, toExit} from '#core/command-line/run.ts';
import {writeSample} from '#sample/write-sample.ts';
import {aimsOf, aimsTable} from './aims.ts';
import {findClient} from './api/client.ts';
import {measureScenarios} from './api/measure.ts';
import {scenariosFor} from './api/scenarios.ts';
import {type Bench, copyOf, type Options, openBench, seed, thisCopy} from './bench.ts';
import {importName, measureImports} from './import.ts';
import {rowsTable} from './report.ts';

/* Measures everything side by side: bench/README.md says how. */

const select = ({vehicles, only}: Options) => {
  const selected = {
    hasImport: importName.includes(only),
    scenarios: scenariosFor(vehicles).filter(({name}) => name.includes(only)),
  };
  if (selected.hasImport || selected.scenarios.length > 0) return selected;
  throw new UsageError(`No measurement has "${only}" in its name.`);
};

const measure = async (bench: Bench, {hasImport, scenarios}: ReturnType<typeof select>) => {
  const {options, engines, sample, signal} = bench;
  const client = await findClient(bench);
  const other = options.against === undefined ? undefined : await copyOf(bench, options.against);
  const copies = [thisCopy(bench), ...(other ? [other] : [])] as const;
  await writeSample({vehicles: options.vehicles, seed, out: sample, signal});
  const rows = [
    ...(hasImport ? await measureImports(bench, copies) : []),
    ...(scenarios.length > 0 ? await measureScenarios(bench, copies, client, scenarios) : []),
  ];
  return {
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown',
      memoryBytes: totalmem(),
      node: process.versions.node,
      ...engines.versions,
      client: client.name,
    },
    options,
    rows,
    aims: aimsOf(rows, other?.name),
  };
};

const text = ({machine, options, rows, aims}: Awaited<ReturnType<typeof measure>>): string => {
  const {cores, processor, node, elasticsearch, redis, client} = machine;
  return [
    `${cores} cores (${processor}), Node ${node}, Elasticsearch ${elasticsearch}, Redis ${redis}, ${client};`,
    `${options.vehicles.toLocaleString('en')} vehicles, median (least–most) of ${options.rounds} rounds.`,
    '',
    rowsTable(rows),
    '',
    aimsTable(aims),
  ].join('\n');
};

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // With `once`, execa would find no other listener and end the process.
  process.on(signal, () => interrupted.abort(new TryLater(`Stopped by ${signal}.`)));
}
const {signal} = interrupted;

const program = new Command('npm run bench --')
  .description(
    'Measures import and API beside what they could reach at most, on the engines at ELASTICSEARCH_NODES and REDIS_URL.',
  )
  .option(
    '--vehicles <number>',
    'vehicles that are imported and asked for',
    wholeNumber(100, 999_999_999),
    100_000,
  )
  .option('--rounds <number>', 'measurements of each', wholeNumber(1, 100), 3)
  .option('--seconds <number>', 'length of a measurement of requests', wholeNumber(1, 3600), 3)
  .option('--only <text>', 'only measurements whose names contain it, such as "import"', '')
  .option('--against <commit>', 'another commit, measured in the same run')
  .option('--json', 'print the result as JSON')
  .exitOverride()
  .action(async (options: Options) => {
    const selected = select(options);
    await using cleanUp = new AsyncDisposableStack();
    const result = await measure(await openBench(options, signal, cleanUp), selected);
    console.log(options.json ? JSON.stringify(result) : text(result));
  });

await runCommand(
  () => program.parseAsync(),
  // Any failure after a signal is due to the signal.
  error => toExit(signal.aborted ? signal.reason : error),
);
