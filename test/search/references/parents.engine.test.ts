import test from 'ava';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {ReferenceList, ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration, testClient, testPrefix} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const golf = aReference({list: 'models', makeId: '1', id: '7', name: 'GOLF'});
const polo = aReference({list: 'models', makeId: '1', id: '8', name: 'POLO'});
const gti = aReference({list: 'variants', makeId: '1', modelId: '7', id: '3', name: 'GTI'});
const mk1 = aReference({...gti, list: 'designation-types', id: '10015016200000001', name: 'MK 1'});

const references = [
  aReference({id: '1', name: 'VW'}),
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
    [`a model without ${list} has an empty list`, ...under('1', '8'), entries()],
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

test('before the first import the dataset is not loaded', async t => {
  const {byId, list} = patientReferences(testClient(t), testPrefix());
  await t.throwsAsync(byId('makes', {}, '1'), {instanceOf: DatasetNotLoaded});
  await t.throwsAsync(list('makes', {}, {page}), {instanceOf: DatasetNotLoaded});
});
