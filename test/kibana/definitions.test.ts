import test from 'ava';
import {dashboardOf} from '#kibana/dashboard.ts';
import {rulesOf} from '#kibana/rules.ts';
import {BuildEvent, buildLogDefinition, Outcome} from '#mappings/build-event.ts';
import {panelsOf} from './lens.ts';

type Grid = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;

type Colored = {readonly values: readonly string[]; readonly color: {readonly value: string}};

const mapped = buildLogDefinition.mappings.properties;

/** Every value under one of these names, at any depth. */
const valuesUnder = (names: readonly string[], node: unknown): readonly unknown[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([name, value]) =>
        names.includes(name) ? [value] : valuesUnder(names, value),
      );

const texts = (names: readonly string[], node: unknown): readonly string[] =>
  valuesUnder(names, node).flat().map(String);

const {payload} = dashboardOf('');

test('every field a panel draws is in the mapping, with a type that can be aggregated', t => {
  const fields = texts(['field', 'fields', 'time_field'], payload);
  t.true(fields.length > 30);
  for (const field of fields) {
    t.true(['keyword', 'date', 'long', 'double'].includes(mapped[field]?.type ?? ''), field);
  }
});

test('every field a panel asks for or calculates with is in the mapping', t => {
  const asked = texts(['expression'], payload).flatMap(query => query.match(/\w+(?=:)/g) ?? []);
  const calculated = texts(['formula'], payload).flatMap(
    formula => formula.match(/(?<=last_value\()[@\w]+/g) ?? [],
  );
  t.true(asked.length >= 14 && calculated.length === 5);
  for (const field of [...asked, ...calculated]) t.true(field in mapped, field);
});

/** What a query wants of a field: `event:(started OR progress)` → started and progress. */
const wanted = (query: string, field: string): readonly string[] =>
  Array.from(query.matchAll(new RegExp(`${field}:(?:\\(([^)]*)\\)|(\\S+))`, 'g')))
    .flatMap(([, several, one]) => (several ?? one ?? '').split(' OR '))
    .map(value => value.replaceAll('"', ''));

test('every value a panel asks for is one that an event can have', t => {
  const queries = texts(['expression'], payload);
  const events = queries.flatMap(query => wanted(query, 'event'));
  const outcomes = queries.flatMap(query => wanted(query, 'outcome'));
  t.true(events.includes('rolled-back') && outcomes.includes('interrupted'));
  const known: readonly string[] = BuildEvent.shape.event.options;
  t.deepEqual(
    [...events, ...outcomes].filter(value => value !== '*' && !known.includes(value)),
    [],
  );
});

test('panels bring their data with them and need no saved data view', t => {
  const sources = valuesUnder(['data_source'], payload);
  t.is(sources.length, panelsOf('').length);
  for (const source of sources) {
    t.deepEqual(source, {
      type: 'data_view_spec',
      index_pattern: 'index-builds-*',
      time_field: '@timestamp',
    });
  }
  t.deepEqual(texts(['ref_id', 'data_view_id'], payload), []);
});

test('another installation has a dashboard of its own, over its own record', t => {
  const shared = dashboardOf('shared-');
  t.is(shared.id, 'shared-vehicle-data-index-builds');
  t.is(shared.payload.title, 'Index builds (shared-)');
  t.deepEqual(
    new Set(texts(['index_pattern'], shared.payload)),
    new Set(['shared-index-builds-*']),
  );
  t.deepEqual({...shared.payload, title: '', panels: []}, {...payload, title: '', panels: []});
});

test('installations have dashboards of different ids, all of which Kibana allows', t => {
  const prefixes = ['', 'a-', 'a.', 'a.b', 'a-b', 'a_b', 'a.b-', 'a-b.', `${'a.'.repeat(32)}`];
  const ids = prefixes.map(prefix => dashboardOf(prefix).id);
  t.is(new Set(ids).size, prefixes.length);
  for (const id of ids) t.regex(id, /^[a-z0-9_-]{1,250}$/);
  t.is(dashboardOf('a.b').id, dashboardOf('a.b').id);
});

test('the runbook is named, and linked to where the operators have it', t => {
  const contentFor = (url?: string) => texts(['content'], dashboardOf('', url).payload);
  t.deepEqual(contentFor(), [
    '`docs/operations.md` of this release says what each panel shows, and what to do.',
  ]);
  const [linked = ''] = contentFor('https://git.example.org/a "b"/operations.md#watching-(builds)');
  t.true(
    linked.startsWith(
      '[Runbook](<https://git.example.org/a%20%22b%22/operations.md#watching-(builds)>)',
    ),
  );
});

test('every outcome has a colour of its own', t => {
  const [mapping] = valuesUnder(['mapping'], payload) as readonly (readonly Colored[])[];
  t.deepEqual(mapping?.flatMap(({values}) => values).toSorted(), Outcome.options.toSorted());
  t.is(new Set(mapping?.map(({color}) => color.value)).size, Outcome.options.length);
});

test('columns of text are aligned like text', t => {
  const isText = (field = '') => mapped[field]?.type === 'keyword';
  for (const {config} of panelsOf('')) {
    if (config.type !== 'data_table') continue;
    for (const {field, alignment} of config.metrics) {
      t.is(alignment, isText(field) ? 'left' : undefined, field);
    }
  }
});

test('a panel keeps its id, so that a dashboard that is put again is the same', t => {
  t.deepEqual(
    panelsOf('').map(({id}) => id),
    [
      'served-generation',
      'served-extract',
      'served-age',
      'last-outcome',
      'last-event',
      'running-build',
      'builds-by-outcome',
      'phase-durations',
      'vehicles-per-second',
      'rejects-by-reason',
      'newest-builds',
      'refusals',
      'unknown-elements',
    ],
  );
});

test('panels lie beside one another on the 48 columns, none over another', t => {
  const cells = new Set<string>();
  for (const {x, y, w, h} of valuesUnder(['grid'], payload) as readonly Grid[]) {
    t.true(x >= 0 && x + w <= 48);
    for (let column = x; column < x + w; column += 1) {
      for (let row = y; row < y + h; row += 1) {
        t.false(cells.has(`${column},${row}`));
        cells.add(`${column},${row}`);
      }
    }
  }
});

test('another installation has rules of its own, over its own record', t => {
  const [own = [], shared = []] = [rulesOf(''), rulesOf('a.b-')].map(rules =>
    rules.map(({id, name, params}) => ({id, name, index: params.index})),
  );
  t.deepEqual(
    own.map(({id, index}) => [id, index]),
    [
      ['vehicle-data-build-failed', ['index-builds-*']],
      ['vehicle-data-nothing-promoted', ['index-builds-*']],
    ],
  );
  for (const {id, name, index} of shared) {
    t.regex(id, /^a-b-[a-z0-9_-]{1,246}$/);
    t.regex(name, / \(a\.b-\)$/);
    t.deepEqual(index, ['a.b-index-builds-*']);
  }
});

test('messages name members that an event has, and the runbook where there is one', t => {
  const url = 'https://git.example.org/operations.md';
  for (const {message} of rulesOf('', url)) {
    const members = Array.from(message.matchAll(/_source\.(\w+)/g), ([, member = '']) => member);
    t.deepEqual(
      members.filter(member => !(member in BuildEvent.shape)),
      [],
    );
    t.true(message.endsWith(` Runbook: ${url}`));
  }
  for (const {message} of rulesOf('')) t.false(message.includes('Runbook'));
});
