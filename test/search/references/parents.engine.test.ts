import test from 'ava';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {ReferenceList, ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences} from '../../helpers/engines/patient-references.ts';
import {createTestGeneration, testClient, testPrefix} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const golf = aReference({list: 'models', makeId: '1', id: '7', name: 'GOLF'});
const gti = aReference({list: 'variants', makeId: '1', modelId: '7', id: '3', name: 'GTI'});
const mk1 = aReference({...gti, list: 'designation-types', id: '10015016200000001', name: 'MK 1'});

const references = [
  aReference({id: '1', name: 'VW'}),
  aReference({id: '2', name: 'OPEL'}),
  golf,
  gti,
  mk1,
  aReference({list: 'models', makeId: '1', id: '8', name: 'POLO'}),
  aReference({list: 'models', makeId: '5', id: '9', name: 'of a make that is absent'}),
  aReference({list: 'variants', makeId: '5', modelId: '9', id: '1', name: 'of that'}),
  aReference({list: 'variants', makeId: '2', modelId: '7', id: '1', name: 'of no model'}),
];

const generation = sharedFixture(test, t => createTestGeneration(t, [], {references}));

const page = {number: 1, size: 10};

const answers = test.macro({
  title: (_, what: string) => what,
  async exec(
    t,
    _what: string,
    [name, parents]: readonly [ReferenceList, ReferenceParents],
    value: unknown,
  ) {
    const {client, prefix, version} = await generation();
    const {list} = patientReferences(client, prefix);
    t.deepEqual<unknown, unknown>(await list(name, parents, {page}), {version, value});
    const deep = {page: {number: 9, size: 10}};
    const rest = 'missingParent' in (value as object) ? {} : {documents: []};
    t.deepEqual<unknown, unknown>(await list(name, parents, deep), {
      version,
      value: {...(value as object), ...rest},
    });
  },
});

const absent = (list: string) => ({missingParent: list});
const entries = (...documents: readonly object[]) => ({documents, totalCount: documents.length});

test(
  answers,
  'a make lists its own models',
  ['models', {makeId: '1'}],
  entries(golf, references[5] as object),
);
test(answers, 'a make without models has an empty list', ['models', {makeId: '2'}], entries());
test(answers, 'a make that is absent is named', ['models', {makeId: '3'}], absent('makes'));
test(
  answers,
  'a make that is absent is named even when it has models',
  ['models', {makeId: '5'}],
  absent('makes'),
);

for (const list of ['variants', 'designation-types'] as const) {
  test(
    answers,
    `a model lists its own ${list}`,
    [list, {makeId: '1', modelId: '7'}],
    entries(list === 'variants' ? gti : mk1),
  );
  test(
    answers,
    `a model without ${list} has an empty list`,
    [list, {makeId: '1', modelId: '8'}],
    entries(),
  );
  test(
    answers,
    `a model of another make is absent for ${list}`,
    [list, {makeId: '2', modelId: '7'}],
    absent('models'),
  );
  test(
    answers,
    `a model that is nowhere is absent for ${list}`,
    [list, {makeId: '1', modelId: '99'}],
    absent('models'),
  );
  test(
    answers,
    `of a make and a model that are absent the make is named for ${list}`,
    [list, {makeId: '3', modelId: '7'}],
    absent('makes'),
  );
  test(
    answers,
    `a make that is absent is named for ${list} even when the model is there`,
    [list, {makeId: '5', modelId: '9'}],
    absent('makes'),
  );
}

test('before the first import the dataset is not loaded', async t => {
  const {byId, list} = patientReferences(testClient(t), testPrefix());
  await t.throwsAsync(byId('makes', {}, '1'), {instanceOf: DatasetNotLoaded});
  await t.throwsAsync(list('makes', {}, {page}), {instanceOf: DatasetNotLoaded});
});
