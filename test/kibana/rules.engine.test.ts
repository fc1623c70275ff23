import test from 'ava';
import {z} from 'zod';
import {type LogEntry, logEvent} from '#indexer/generations/build-log.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {rulesOf} from '#kibana/rules.ts';
import {BuildEvent} from '#mappings/build-event.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {fileScope} from '../helpers/scope.ts';

/** The parameters of Kibana's rule type `.es-query` that our rules use. */
const Parameters = z.strictObject({
  searchType: z.literal('esQuery'),
  index: z.array(z.string().min(1)).min(1),
  timeField: z.string(),
  esQuery: z.string(),
  timeWindowSize: z.int().min(1),
  timeWindowUnit: z.literal('d'),
  thresholdComparator: z.enum(['>', '<']),
  threshold: z.array(z.number()).length(1),
  size: z.int().min(0).max(10_000),
  aggType: z.literal('count'),
  groupBy: z.literal('all'),
  excludeHitsFromPreviousRun: z.literal(false),
});

const EsQuery = z.strictObject({query: z.record(z.string(), z.unknown())});

const day = 86_400_000;

/** Runs each rule as Kibana does: whether it alerts then, and the events that its message can tell of. */
const runRules = ({client, prefix}: Indices, at: number) =>
  Promise.all(
    rulesOf(prefix).map(async ({params}) => {
      const rule = Parameters.parse(params);
      const {query} = EsQuery.parse(JSON.parse(rule.esQuery));
      const inTime = {range: {[rule.timeField]: {gte: at - rule.timeWindowSize * day, lte: at}}};
      const {hits} = await client.search<unknown>({
        index: rule.index,
        size: rule.size,
        track_total_hits: true,
        sort: [{[rule.timeField]: 'desc'}],
        query: {bool: {filter: [query, inTime]}},
      });
      const total = z.object({value: z.int()}).parse(hits.total).value;
      const [limit = 0] = rule.threshold;
      return {
        isAlerting: rule.thresholdComparator === '>' ? total > limit : total < limit,
        events: hits.hits.map(({_source}) => BuildEvent.parse(_source)),
      };
    }),
  );

/** Events so far apart that no rule sees two, and whether each rule alerts: of failed builds, of old data. */
const logged: readonly (readonly [LogEntry, failedBuild: boolean, oldData: boolean])[] = [
  [{event: 'promoted', outcome: 'promoted'}, false, false],
  [{event: 'held', outcome: 'held'}, false, true],
  [{event: 'already-current', outcome: 'already-current'}, false, true],
  [{event: 'refused', outcome: 'refused', sentence: 'It has few vehicles.'}, true, true],
  [{event: 'refused', outcome: 'refused', reason: 'refusals'}, false, true],
  [{event: 'failed', outcome: 'failed'}, true, true],
  [{event: 'interrupted', outcome: 'interrupted'}, true, true],
  [{event: 'rolled-back'}, false, true],
];
const timeOf = (at: number): number => Date.UTC(2026, 0, 1 + 9 * at);

const installation = anInstallation(fileScope(test));

test.before(async () => {
  const {client, prefix} = installation;
  for (const [at, [entry]] of logged.entries()) {
    const event = {build: at + 1, ...entry};
    await logEvent({client, prefix}, event, new Date(timeOf(at)), 60_000);
  }
  await client.indices.refresh({index: `${prefix}index-builds-*`});
});

for (const [at, [{event, reason = ''}, failedBuild, oldData]] of logged.entries()) {
  test(`the last event "${event}" ${reason} alerts as it should`, async t => {
    const rules = await runRules(installation, timeOf(at));
    t.deepEqual(
      rules.map(({isAlerting}) => isAlerting),
      [failedBuild, oldData],
    );
  });
}

test('a refused build alerts for a day, with its sentence', async t => {
  const at = timeOf(3);
  const [rule] = await runRules(installation, at + day);
  t.true(rule?.isAlerting);
  t.like(rule?.events, [{build: 4, outcome: 'refused', sentence: 'It has few vehicles.'}]);
  t.is(rule?.events.length, 1);
  t.like(await runRules(installation, at + day + 1), [{isAlerting: false, events: []}]);
});

test('eight days after a promotion the old data alerts, though builds ended since', async t => {
  const at = timeOf(0);
  const [, fresh] = await runRules(installation, at + 8 * day);
  const [, old] = await runRules(installation, at + 8 * day + 1);
  t.deepEqual([fresh?.isAlerting, old?.isAlerting], [false, true]);
});

test('before the first build, when there is no log, the missing data alerts', async t => {
  const rules = await runRules(anInstallation(t), timeOf(0));
  t.deepEqual(
    rules.map(({isAlerting}) => isAlerting),
    [false, true],
  );
});
