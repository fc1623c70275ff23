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
const unitTests = 'test/deploy/alerts.promtool.yml';

type UnitTests = {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts?: readonly unknown[];
    }[];
  }[];
};

test('promtool accepts the alerts, and their unit tests pass', async t => {
  const rules = await run(promtool, ['check', 'rules', 'deploy/prometheus/alerts.yml'], {
    cwd: checkout,
  });
  t.regex(rules.stdout, /SUCCESS: 11 rules found/);
  const tests = await run(promtool, ['test', 'rules', join(checkout, unitTests)]);
  t.regex(tests.stdout, /SUCCESS/);
});

test('each alert has a unit test in which it fires, and one in which it does not', async t => {
  const {tests} = parse((await readPage(unitTests)).text) as UnitTests;
  const cases = tests.flatMap(({alert_rule_test}) => alert_rule_test);
  const named = (fires: boolean) => [
    ...new Set(
      cases
        .filter(({exp_alerts: expected = []}) => expected.length > 0 === fires)
        .map(({alertname}) => alertname)
        .toSorted(),
    ),
  ];
  const names = (await readAlerts()).alerts.map(({alert}) => alert).toSorted();
  t.deepEqual(named(true), names);
  t.deepEqual(named(false), names);
});

test('each alert says what has happened, and where the runbook has it', async t => {
  for (const {alert, annotations} of (await readAlerts()).alerts) {
    t.regex(annotations.summary, /^[A-Z].*\.$/, alert);
    t.regex(annotations.description, /^\S.*\.$/, alert);
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
  for (const {alert} of (await readAlerts()).alerts)
    t.regex(text, new RegExp(`^#+ ${alert}$`, 'm'));
});
