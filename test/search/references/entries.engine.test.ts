import test from 'ava';
import type {ReferenceList, ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences, requestsOf} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';

const entries = [
  aReference({list: 'makes', id: '1', name: 'VW'}),
  aReference({list: 'colors', id: '1', name: 'White', originalName: 'Hvid'}),
  aReference({list: 'models', id: '9223372036854775807', makeId: '1', name: 'GOLF'}),
  aReference({list: 'models', id: '7', makeId: '2', name: 'CORSA'}),
  aReference({list: 'variants', id: '-3', makeId: '1', modelId: '7', name: 'GTI'}),
];

const isFound = test.macro({
  title: (_, list: ReferenceList, parents: ReferenceParents, id: string, name?: string) =>
    `${[list, ...Object.values(parents), id].join(' ')} is ${name ?? 'nothing'}`,
  async exec(t, list: ReferenceList, parents: ReferenceParents, id: string, name?: string) {
    const {client, prefix, version} = await createTestGeneration(t, [], {references: entries});
    const {byId} = patientReferences(client, prefix);
    const expected = entries.find(entry => entry.name === name);
    t.deepEqual(await byId(list, parents, id), {version, value: expected});
  },
});

test(isFound, 'makes', {}, '1', 'VW');
test(isFound, 'colors', {}, '1', 'White');
test(isFound, 'kinds', {}, '1');
test(isFound, 'models', {makeId: '1'}, '9223372036854775807', 'GOLF');
test(isFound, 'models', {makeId: '1'}, '9223372036854775806');
test(isFound, 'models', {makeId: '1'}, '7');
test(isFound, 'models', {makeId: '3'}, '7');
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
