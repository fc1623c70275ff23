import {type MetricValues, ownMetrics} from '#core/metrics.ts';
import {readinessMetrics} from '#src/ops/readiness.ts';
import {factTable} from '#src/ops/service-facts.ts';
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

/** `docs/metrics.md`, whole: all but the metrics of the process itself. */
export const metricsPage = async (): Promise<string> => {
  const readiness = await readinessMetrics({status: 'ready', checks: {}});
  const rowsOf = (metrics: MetricValues) =>
    metrics.map(({name, type, help}) => [`\`${name}\``, String(type), help]);
  const facts = Object.entries(factTable).map(([name, [help]]) => [`\`${name}\``, 'gauge', help]);
  const rows = [...rowsOf(await ownMetrics()), ...facts, ...rowsOf(readiness)];
  return `${introduction}\n${table(['Metric', 'Type', 'Meaning'], rows)}\n`;
};
