import {type MetricValues, ownMetrics} from '#core/metrics.ts';
import {readinessMetrics} from '#src/ops/readiness.ts';
import {factMetrics} from '#src/ops/service-facts.ts';
import {table} from './tables.ts';

const introduction = `# Metrics

\`/metrics\` on \`OPS_PORT\` has these, in the text format of Prometheus, and with the names \`process_…\` and \`nodejs_…\`
those that prom-client has of a process, its event loop, memory and garbage collection, but not its start time.
\`deploy/prometheus/alerts.yml\` has alerts on them, \`deploy/grafana/vehicle-data-api.json\` a dashboard;
[operations.md](operations.md) is the runbook.

- **Several processes** (\`API_PROCESSES\`) are one target. Counters and histograms add up, and those of a process that
  died stay in the sum. So do memory, processor time and what waits; delays of the event loop are the longest and the
  shortest of all processes, or the mean of theirs.
- **The dataset, the builds and the engines** are asked for when they are scraped, at most every 30 seconds, in one
  process of the service. While Elasticsearch is unavailable, the dataset and the builds stay as they were read last;
  the state of an engine that does not answer has no metrics.
- **A scrape** takes up to 2.5 seconds while an engine hangs, since it makes the checks of \`/health/ready\`: scrape every
  five seconds or more rarely.
- No label has a plate, a VIN, a key or a path as it was requested.
`;

/** All but those of the process itself, as they are with a dataset and a build. */
const all = async (): Promise<MetricValues> => {
  const instant = '2026-11-15T02:15:00Z';
  const dataset = {
    version: '',
    importedAt: instant,
    extractedAt: instant,
    vehicleCount: 1,
    digest: '',
  };
  const counts = {durationSeconds: 1, vehicles: 1, rejects: 0};
  const changes = {unchanged: 1, written: 0, deleted: 0};
  const promoted = {way: 'difference', ...changes, fullInARow: 0} as const;
  const refused = {file: '', reason: '', at: instant};
  const build = {
    outcome: 'promoted',
    endedAt: instant,
    ...counts,
    promoted,
    refused,
    newestExtractAt: instant,
  };
  const shards = {missing: {primary: 0, replica: 0}, versions: ['']};
  const redis = {memory: {used: 1, limit: 1}, replicas: 0, keeps: {'': true}};
  const parts = await Promise.all([
    ownMetrics(),
    factMetrics({dataset, build, shards, redis}),
    readinessMetrics({status: 'ready', checks: {}}),
  ]);
  return parts.flat();
};

/** `docs/metrics.md`, whole. */
export const metricsPage = async (): Promise<string> => {
  const rows = (await all()).map(({name, type, help}) => [`\`${name}\``, String(type), help]);
  return `${introduction}\n${table(['Metric', 'Type', 'Meaning'], rows)}\n`;
};
