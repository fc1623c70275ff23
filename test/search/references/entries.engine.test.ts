import test from 'ava';
import type {ReferenceList, ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences, requestsOf} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const golf = aReference({list: 'models', makeId: '1', id: '7', name: 'GOLF'});
const polo = aReference({list: 'models', makeId: '1', id: '9223372036854775807', name: 'POLO'});
const gti = aReference({list: 'variants', makeId: '1', modelId: '7', id: '-3', name: 'GTI'});
const mk1 = aReference({...gti, list: 'designation-types', id: '10015016200000001', name: 'MK 1'});

const references = [
  aReference({id: '1', name: 'VW'}),
  aReference({list: 'colors', id: '1', name: 'White', originalName: 'Hvid'}),
  aReference({id: '2', name: 'OPEL'}),
  golf,
  gti,
  mk1,
  polo,
  aReference({list: 'models', makeId: '5', id: '9', name: 'of a make that is absent'}),
  aReference({list: 'variants', makeId: '5', modelId: '9', id: '1', name: 'of that'}),
  aReference({list: 'variants', makeId: '2', modelId: '7', id: '1', name: 'of no model'}),
];

const generation = sharedFixture(test, t => createTestGeneration(t, [], {references}));

const isFound = test.macro({
  title: (_, list: ReferenceList, parents: ReferenceParents, id: string, name?: string) =>
    `${[list, ...Object.values(parents), id].join(' ')} is ${name ?? 'nothing'}`,
  async exec(t, list: ReferenceList, parents: ReferenceParents, id: string, name?: string) {
    const {client, prefix, version} = await generation();
    const {byId} = patientReferences(client, prefix);
    const expected = references.find(entry => entry.name === name);
    t.deepEqual(await byId(list, parents, id), {version, value: expected});
  },
});

test(isFound, 'makes', {}, '1', 'VW');
test(isFound, 'colors', {}, '1', 'White');
test(isFound, 'kinds', {}, '1');
test(isFound, 'models', {makeId: '1'}, '9223372036854775807', 'POLO');
test(isFound, 'models', {makeId: '1'}, '9223372036854775806');
test(isFound, 'models', {makeId: '1'}, '9');
test(isFound, 'models', {makeId: '3'}, '9');
test(isFound, 'variants', {makeId: '1', modelId: '7'}, '-3', 'GTI');
test(isFound, 'designation-types', {makeId: '1', modelId: '7'}, '-3');

test('entries of all lists that are asked for at once are found by few requests', async t => {
  const references = Array.from({length: 600}, (_, id) => aReference({id: String(id)}));
  const {client, prefix} = await createTestGeneration(t, [], {references});
  const {byId} = patientReferences(client, prefix);
  const requests = requestsOf(client);
  const answers = await Promise.all(references.map(({id}) => byId('makes', {}, id)));
  t.deepEqual(
    answers.map(({value}) => value?.id),
    references.map(({id}) => id),
  );
  t.true(requests.length < 10, `${requests.length} requests`);
});

const page = {number: 1, size: 10};

const absent = (list: string) => ({missingParent: list});
const entries = (...documents: readonly object[]) => ({documents, totalCount: documents.length});

const lists: [what: string, ReferenceList, ReferenceParents, value: object][] = [
  ['a make lists its own models', 'models', {makeId: '1'}, entries(golf, polo)],
  ['a make without models has an empty list', 'models', {makeId: '2'}, entries()],
  ['a make that is absent is named', 'models', {makeId: '3'}, absent('makes')],
  ['an absent make is named even when it has models', 'models', {makeId: '5'}, absent('makes')],
];

for (const [list, own] of [
  ['variants', gti],
  ['designation-types', mk1],
] as const) {
  const under = (makeId: string, modelId: string) => [list, {makeId, modelId}] as const;
  lists.push(
    [`a model lists its own ${list}`, ...under('1', '7'), entries(own)],
    [`a model without ${list} has an empty list`, ...under('1', polo.id), entries()],
    [`a model of another make is absent for ${list}`, ...under('2', '7'), absent('models')],
    [`a model that is nowhere is absent for ${list}`, ...under('1', '99'), absent('models')],
    [
      `of an absent make and model the make is named for ${list}`,
      ...under('3', '7'),
      absent('makes'),
    ],
    [
      `an absent make is named for ${list} of a model that is there`,
      ...under('5', '9'),
      absent('makes'),
    ],
  );
}

for (const [what, name, parents, value] of lists) {
  test(what, async t => {
    const {client, prefix, version} = await generation();
    const {list} = patientReferences(client, prefix);
    t.deepEqual<unknown, unknown>(await list(name, parents, {page}), {version, value});
    const deep = await list(name, parents, {page: {number: 9, size: 10}});
    const rest = 'missingParent' in value ? {} : {documents: []};
    t.deepEqual<unknown, unknown>(deep, {version, value: {...value, ...rest}});
  });
}
