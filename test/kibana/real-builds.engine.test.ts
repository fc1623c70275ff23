import test from 'ava';
import {rulesOf} from '#kibana/rules.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {shown} from './lens.ts';
import {realBuilds} from './real-builds.ts';
import {runRule} from './run-rule.ts';

const builds = sharedFixture(test, realBuilds);

/** What a panel shows of them. */
const panel = async (id: string) => {
  const {client, prefix} = await builds();
  return await shown(client, prefix, id);
};

type Row = Readonly<Record<string, unknown>>;

test.before(async t => {
  t.timeout(300_000);
  await builds();
});

test('what is served is the build that went live, not one that came after it', async t => {
  const {live, events} = await builds();
  const promoted = events.find(({event}) => event === 'promoted');
  t.is(await panel('served-generation'), live);
  t.deepEqual(await panel('served-extract'), {extractedAt: '2026-11-01T02:15:00.000Z'});
  t.deepEqual(await panel('served-age'), {importedAt: promoted?.importedAt});
});

test('the last outcome and event are those of the run with nothing new, not of the killed build', async t => {
  const {events} = await builds();
  t.is(await panel('last-outcome'), 'already-current');
  const last = events
    .map(event => event['@timestamp'])
    .toSorted()
    .at(-1);
  t.deepEqual(await panel('last-event'), {'@timestamp': last});
});

test('a run with nothing new does not hide how far the killed build came', async t => {
  const {events} = await builds();
  const read = events.findLast(({event}) => event === 'progress');
  t.is(read?.build, 4);
  t.deepEqual(await panel('running-build'), {
    bytesRead: read?.bytesRead,
    totalBytes: read?.totalBytes,
  });
  t.deepEqual(Object.keys((await panel('vehicles-per-second')) as Row), ['4']);
  t.deepEqual(await panel('rejects-by-reason'), {4: {IdentMissing: 1, NotUtf8: 1}});
});

test('each build that ended counts once, by its outcome', async t => {
  const days = Object.values((await panel('builds-by-outcome')) as Readonly<Record<string, Row>>);
  t.deepEqual(days.flatMap(day => Object.entries(day)).toSorted(), [
    ['already-current', 1],
    ['held', 1],
    ['promoted', 1],
    ['refused', 1],
  ]);
});

test('phases are shown up to where a build ended', async t => {
  const changed = ['copying', 'deleting', 'fingerprints', 'reading', 'references'];
  const sealed = ['sealing', 'verifying'];
  const phases = (await panel('phase-durations')) as Readonly<Record<string, Row>>;
  t.deepEqual(
    Object.entries(phases).map(([build, durations]) => [build, Object.keys(durations)]),
    [
      [
        '1',
        [
          'comparing',
          'fingerprints',
          'promoting',
          'reading',
          'references',
          'replicating',
          ...sealed,
        ],
      ],
      ['2', [...changed, 'verifying']],
      ['3', [...changed, ...sealed]],
      ['4', ['comparing', ...changed, 'replicating', ...sealed]],
    ],
  );
});

test('the newest builds are listed, that which was killed without an outcome', async t => {
  const rows = (await panel('newest-builds')) as readonly Row[];
  t.deepEqual(
    rows.map(row => [row['key'], row['Outcome'], row['Rejected records']]),
    [
      ['5', 'already-current', null],
      ['4', undefined, 2],
      ['3', 'held', 0],
      ['2', 'refused', 0],
      ['1', 'promoted', 1],
    ],
  );
});

test('each build is listed with its way, and what it wrote', async t => {
  const rows = (await panel('newest-builds')) as readonly Row[];
  t.deepEqual(
    rows.map(row => [row['Way'], row['Full because']]),
    [
      [undefined, undefined],
      ['difference', undefined],
      ['difference', undefined],
      ['difference', undefined],
      ['full', 'no generation is live'],
    ],
  );
  const {events} = await builds();
  for (const {key, Unchanged, Written, Deleted} of rows) {
    const told = events.findLast(({build}) => build === Number(key));
    const {unchanged = null, written = null, deleted = null} = told ?? {};
    t.deepEqual([Unchanged, Written, Deleted], [unchanged, written, deleted]);
  }
  t.like(rows.at(-1), {Unchanged: 0, Written: 2000, Deleted: 0});
});

test('builds that did not go live are listed with the reason, held ones among them', async t => {
  const [held, refused, ...others] = (await panel('refusals')) as readonly Row[];
  t.like(held, {key: '3', Outcome: 'held', Reason: undefined});
  t.like(refused, {key: '2', Outcome: 'refused', Reason: 'vehicles, kind-shares'});
  t.regex(String(refused?.['Sentence']), /^The extract was refused: /);
  t.deepEqual(others, []);
});

test('no element is unknown', async t => {
  t.deepEqual(await panel('unknown-elements'), []);
});

const day = 24 * 60 * 60 * 1000;

/** When the last event of a build was written. */
const endOf = async (number: number): Promise<number> => {
  const {events} = await builds();
  return Math.max(
    ...events.filter(({build}) => build === number).map(event => Date.parse(event['@timestamp'])),
  );
};

/** What the rule with this id finds at a time. */
const run = async (id: string, at: number) => {
  const {client, prefix} = await builds();
  const rule = rulesOf(prefix).find(each => each.id === `${prefix}${id}`);
  if (!rule) throw new Error(`There is no rule ${id}.`);
  return await runRule(client, rule, new Date(at));
};

test('the refused build alerts for a day, and no other build does', async t => {
  const rule = 'vehicle-data-build-failed';
  const quiet = {isAlerting: false, events: []};
  const refused = await endOf(2);
  t.deepEqual(await run(rule, await endOf(1)), quiet);
  // Held, killed and nothing new are no cause.
  const {isAlerting, events} = await run(rule, await endOf(5));
  t.true(isAlerting);
  t.like(events, [{build: 2, outcome: 'refused'}]);
  t.is(events.length, 1);
  t.regex(events[0]?.sentence ?? '', /^The extract was refused: /);
  t.true((await run(rule, refused + day)).isAlerting);
  t.deepEqual(await run(rule, refused + day + 1), quiet);
});

test('eight days after the promotion there is an alert, though builds ended since', async t => {
  const rule = 'vehicle-data-nothing-promoted';
  const promoted = await endOf(1);
  t.false((await run(rule, await endOf(5))).isAlerting);
  t.false((await run(rule, promoted + 8 * day)).isAlerting);
  t.true((await run(rule, promoted + 8 * day + 1)).isAlerting);
  t.true((await run(rule, promoted - day)).isAlerting, 'before the first promotion');
});
