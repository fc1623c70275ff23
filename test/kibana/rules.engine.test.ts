import test from 'ava';
import {logEvent} from '#indexer/generations/build-log.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {rulesOf} from '#kibana/rules.ts';
import type {BuildEvent} from '#mappings/build-event.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {runRule} from './run-rule.ts';

const at = new Date('2026-11-20T06:00:00Z');

/** Whether each rule alerts: of failed builds, and of old data. */
const alertsOf = async ({client, prefix}: Indices) => {
  const [failed, old] = rulesOf(prefix).map(rule => runRule(client, rule, at));
  return {failedBuild: (await failed)?.isAlerting, oldData: (await old)?.isAlerting};
};

const alerts = test.macro({
  title: (_, event: BuildEvent['event'], _expected, reason = '') =>
    `the last event "${event}" ${reason} alerts as it should`,
  async exec(
    t,
    event: BuildEvent['event'],
    expected: Awaited<ReturnType<typeof alertsOf>>,
    reason?: string,
  ) {
    const {client, prefix} = anInstallation(t);
    const outcome = event === 'rolled-back' ? {} : {build: 1, outcome: event as 'held'};
    await logEvent({client, prefix}, {event, ...outcome, ...(reason && {reason})}, at, 60_000);
    await client.indices.refresh({index: `${prefix}index-builds-*`});
    t.deepEqual(await alertsOf({client, prefix}), expected);
  },
});

test(alerts, 'promoted', {failedBuild: false, oldData: false});
test(alerts, 'held', {failedBuild: false, oldData: true});
test(alerts, 'already-current', {failedBuild: false, oldData: true});
test(alerts, 'refused', {failedBuild: true, oldData: true});
test(alerts, 'refused', {failedBuild: false, oldData: true}, 'refusals');
test(alerts, 'failed', {failedBuild: true, oldData: true});
test(alerts, 'interrupted', {failedBuild: true, oldData: true});
test(alerts, 'rolled-back', {failedBuild: false, oldData: true});

test('before the first build, when there is no log, the missing data alerts', async t => {
  t.deepEqual(await alertsOf(anInstallation(t)), {failedBuild: false, oldData: true});
});
