import test from 'ava';
import {dashboardOf} from '#kibana/dashboard.ts';
import {BuildEvent} from '#mappings/build-event.ts';
import indexBuilds from '#mappings/index-builds.json' with {type: 'json'};
import {panelsOf} from './lens.ts';

const mapped: Readonly<Record<string, {readonly type: string}>> = indexBuilds.mappings.properties;

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
    formula => formula.match(/(?<=last_value\()\w+/g) ?? [],
  );
  t.true(asked.length >= 9 && calculated.length === 1);
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
  t.is(sources.length, payload.panels.length);
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

test('a panel keeps its id, so that a dashboard that is put again is the same', t => {
  t.deepEqual(
    panelsOf('').map(({id}) => id),
    [
      'served-generation',
      'served-extract',
      'served-age',
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

type Grid = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
