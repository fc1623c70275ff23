import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {parse} from 'yaml';
import {needPrometheus} from '#local/prerequisites/need.ts';
import {readPage, root} from '../docs/pages.ts';
import {aFile} from '../helpers/extracts/files.ts';
import {readAlerts, readPanels} from '../helpers/prometheus/expressions.ts';

const {promtool} = await needPrometheus(() => {});
const run = promisify(execFile);
const checkout = fileURLToPath(root);

const {alerts} = await readAlerts();
const ours = 'job="vehicle-data-api"';

type Firing = {
  readonly alert: string;
  readonly at: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly shown?: readonly string[];
};

type Case = {
  readonly name: string;
  readonly series: Readonly<Record<string, string>>;
  readonly quiet?: Readonly<Record<string, string>>;
  readonly firing?: readonly Firing[];
};

/** In a schema where all is text: `0x120` are values, and no number. */
const cases: readonly Case[] = parse((await readPage('test/deploy/alerts.cases.yml')).text, {
  schema: 'failsafe',
});

const withJob = (series: string): string => {
  if (series.includes('job=')) return series;
  return series.includes('{') ? series.replace('{', `{${ours}, `) : `${series}{${ours}}`;
};

const expectedOf = ({alert: name, labels, shown = []}: Firing) => {
  const alert = alerts.find(({alert}) => alert === name);
  const places = [...shown];
  const description = alert?.annotations.description.replaceAll(
    /{{.*?}}/g,
    () => `${places.shift()}`,
  );
  return {
    exp_labels: {...alert?.labels, job: 'vehicle-data-api', ...labels},
    exp_annotations: {...alert?.annotations, description},
  };
};

/** A case as promtool takes it. */
const unitTest = ({name, series, quiet = {}, firing = []}: Case) => {
  const {all, ...named} = quiet;
  const silent = all ? Object.fromEntries(alerts.map(({alert}) => [alert, all])) : named;
  const times = Map.groupBy(firing, ({alert, at}) => `${alert} ${at}`);
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([key, values]) => ({series: withJob(key), values})),
    alert_rule_test: [
      ...Object.entries(silent).map(([alertname, eval_time]) => ({alertname, eval_time})),
      ...Array.from(times.values(), ([first, ...more]) => ({
        alertname: first?.alert,
        eval_time: first?.at,
        exp_alerts: [first, ...more].flatMap(each => (each ? expectedOf(each) : [])),
      })),
    ],
  };
};

test('promtool accepts the alerts, and finds that they fire, or not, as their cases say', async t => {
  const rules = join(checkout, 'deploy/prometheus/alerts.yml');
  const {stdout} = await run(promtool, ['check', 'rules', rules]);
  t.regex(stdout, new RegExp(`SUCCESS: ${alerts.length} rules found`));
  const unitTests = {rule_files: [rules], evaluation_interval: '1m', tests: cases.map(unitTest)};
  const file = await aFile(t, JSON.stringify(unitTests), 'cases.yml');
  t.regex((await run(promtool, ['test', 'rules', file])).stdout, /SUCCESS/);
});

test('each alert fires in a case, and in another it does not', t => {
  const fired = new Set(cases.flatMap(({firing = []}) => firing.map(({alert}) => alert)));
  t.deepEqual([...fired].toSorted(), alerts.map(({alert}) => alert).toSorted());
  t.true(cases.some(({quiet}) => quiet?.['all'] !== undefined));
});

test('each alert says what has happened, what to look at first, and where the runbook has it', t => {
  for (const {alert, annotations} of alerts) {
    t.regex(annotations.summary, /^[A-Z].*\.$/, alert);
    t.regex(annotations.description, /^(Run|Ask|Look at) .*\.$/, alert);
    t.is(annotations.runbook_url, `docs/operations.md#${alert.toLowerCase()}`);
  }
});

test('promtool accepts what the panels of the dashboard ask for', async t => {
  const rules = (await readPanels()).map((expr, index) => ({record: `panel_${index}`, expr}));
  const file = await aFile(t, JSON.stringify({groups: [{name: 'panels', rules}]}), 'panels.yml');
  const {stdout} = await run(promtool, ['check', 'rules', file]);
  t.regex(stdout, new RegExp(`SUCCESS: ${rules.length} rules found`));
});

test('the runbook has a heading for each alert', async t => {
  const {text} = await readPage('docs/operations.md');
  for (const {alert} of alerts) t.regex(text, new RegExp(`^#+ ${alert}$`, 'm'));
});
