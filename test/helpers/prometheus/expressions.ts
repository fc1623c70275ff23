import {parse} from 'yaml';
import {readPage} from '../../docs/pages.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
};

type Groups = {readonly groups: readonly {readonly rules: readonly Rule[]}[]};

type Panel = {readonly title: string; readonly targets: readonly {readonly expr: string}[]};

/** The text of the rules, and the alerts in it. */
export const readAlerts = async () => {
  const {text} = await readPage('deploy/prometheus/alerts.yml');
  return {text, alerts: (parse(text) as Groups).groups.flatMap(({rules}) => rules)};
};

/** The queries of the dashboard's panels, with Grafana's interval filled in. */
export const readPanels = async (): Promise<readonly string[]> => {
  const {text} = await readPage('deploy/grafana/vehicle-data-api.json');
  const {panels} = JSON.parse(text) as {readonly panels: readonly Panel[]};
  return panels.flatMap(({targets}) =>
    targets.map(({expr}) => expr.replaceAll('$__rate_interval', '1m')),
  );
};

/** The names of samples in the text format of Prometheus, each with its labels. */
const exposedBy = (metrics: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const exposed = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = exposed.get(name) ?? new Set(['job', 'instance']);
    exposed.set(name, known);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
  }
  return exposed;
};

/**
 * The metrics and labels in an expression that these metrics lack. It must be written as all of
 * ours are: each metric with its job, and the labels for grouping after `by`.
 */
export const unknownIn = (expression: string, metrics: string): readonly string[] => {
  const exposed = exposedBy(metrics);
  const selectors = [...expression.matchAll(/(\w+)\{(job=[^}]*)\}/g)];
  const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)];
  const without = expression.replaceAll(/\w+\{job=[^}]*\}|\bby \([^)]*\)/g, '');
  const bare = without.match(/[a-z]+_\w+(?![\w(])/g) ?? [];
  const wrong = selectors.flatMap(([, name = '', matchers = '']) => {
    const labels = Array.from(matchers.matchAll(/(\w+)(?==|!)/g), ([, label = '']) => label);
    const known = exposed.get(name);
    if (known === undefined) return [name];
    return labels.filter(label => !known.has(label)).map(label => `${name}{${label}}`);
  });
  const grouped = groups.flatMap(([, names = '']) => names.split(', '));
  const ungrouped = grouped.filter(
    label => !selectors.some(([, name = '']) => exposed.get(name)?.has(label)),
  );
  return [...bare, ...wrong, ...ungrouped];
};
