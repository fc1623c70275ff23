import test from 'ava';
import {toSearchName} from '#core/domain/search-name.ts';
import {patientReferences} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const long = 'LANG'.repeat(500);

/** In the order of their ids. */
const names = [
  'CITROËN',
  'Citroen 2CV',
  'ÆRØ',
  'AERO',
  'ØRSTED',
  'Århus',
  'A*',
  'A?',
  'A\\',
  '(A OR B)',
  '"A"',
  '3 SERIE',
  "3'ER-SERIE",
  'WEIß',
  'WEISS',
  long,
];

const named = sharedFixture(test, t => {
  const references = names.flatMap((name, id) => [
    aReference({id: String(id), name}),
    aReference({list: 'colors', id: String(100 + id), name}),
  ]);
  return createTestGeneration(t, [], {references});
});

const inWords = (text: string): string =>
  text.length < 50 ? text : `${text.slice(0, 5)}… of ${text.length} characters`;

const finds = test.macro({
  title: (_, typed: string, ...expected: string[]) =>
    `${inWords(JSON.stringify(typed))} finds ${expected.map(inWords).join(', ') || 'nothing'}`,
  async exec(t, typed: string, ...expected: string[]) {
    const {client, prefix} = await named();
    const {list} = patientReferences(client, prefix);
    const page = {number: 1, size: 50};
    const {value} = await list('makes', {}, {startsWith: toSearchName(typed), page});
    t.like(value, {totalCount: expected.length});
    t.deepEqual('documents' in value && value.documents.map(({name}) => name), expected);
  },
});

test(finds, 'citroën', 'CITROËN', 'Citroen 2CV');
test(finds, 'ITROEN');
test(finds, 'æ', 'ÆRØ');
test(finds, 'Æro', 'ÆRØ');
test(finds, 'ae', 'ÆRØ', 'AERO');
test(finds, 'ar', 'ÆRØ', 'Århus');
test(finds, 'a*', 'A*');
test(finds, '*');
test(finds, 'a?', 'A?');
test(finds, '?');
test(finds, 'a\\', 'A\\');
test(finds, '.*');
test(finds, '(a or b', '(A OR B)');
test(finds, '"', '"A"');
test(finds, '3', '3 SERIE', "3'ER-SERIE");
test(finds, 'WEIS', 'WEIß', 'WEISS');
test(finds, '\0');
test(finds, 'x'.repeat(1_000));
test(finds, 'x'.repeat(1_001));
test(finds, 'x'.repeat(16_000));
test(finds, long.slice(0, 1_000), long);

test('names of one list are not found in another, nor under another parent', async t => {
  const references = [
    aReference({id: '1'}),
    aReference({id: '2'}),
    aReference({list: 'models', makeId: '1', id: '7', name: 'GOLF'}),
    aReference({list: 'models', makeId: '2', id: '8', name: 'GOLF'}),
    aReference({list: 'models', makeId: '1', id: '9', name: 'POLO'}),
  ];
  const {client, prefix, version} = await createTestGeneration(t, [], {references});
  const {list} = patientReferences(client, prefix);
  const search = {startsWith: toSearchName('g'), page: {number: 1, size: 10}};
  const value = {documents: [references[2]], totalCount: 1};
  t.deepEqual<unknown, unknown>(await list('models', {makeId: '1'}, search), {version, value});
  const none = {documents: [], totalCount: 0};
  t.deepEqual<unknown, unknown>(await list('makes', {}, search), {version, value: none});
});
