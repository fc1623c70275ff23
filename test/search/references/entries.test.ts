import test from 'ava';
import {referenceKey} from '#mappings/reference-document.ts';
import {patientReferences} from '../../helpers/engines/patient-references.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';

const underMake = (makeId: string, id: string) => referenceKey('models', {makeId}, id);

const entries = [
  aReference({list: 'makes', id: '1', name: 'VW'}),
  aReference({list: 'colors', id: '1', name: 'White', originalName: 'Hvid'}),
  aReference({list: 'models', id: '9223372036854775807', makeId: '1', name: 'GOLF'}),
  aReference({list: 'models', id: '7', makeId: '2', name: 'CORSA'}),
  aReference({list: 'variants', id: '-3', makeId: '1', modelId: '7', name: 'GTI'}),
];

const isFound = test.macro({
  title: (_, key: string, name: string | undefined) => `${key} is ${name ?? 'nothing'}`,
  async exec(t, key: string, name: string | undefined) {
    const {client, prefix, version} = await createTestGeneration(t, [], {references: entries});
    const {byKey} = patientReferences(client, prefix);
    const expected = entries.find(entry => entry.name === name);
    t.deepEqual(await byKey(key), {version, value: expected});
  },
});

test(isFound, referenceKey('makes', {}, '1'), 'VW');
test(isFound, referenceKey('colors', {}, '1'), 'White');
test(isFound, referenceKey('kinds', {}, '1'), undefined);
test(isFound, underMake('1', '9223372036854775807'), 'GOLF');
test(isFound, underMake('1', '9223372036854775806'), undefined);
test(isFound, underMake('1', '7'), undefined);
test(isFound, underMake('3', '7'), undefined);
test(isFound, referenceKey('variants', {makeId: '1', modelId: '7'}, '-3'), 'GTI');
test(isFound, referenceKey('designation-types', {makeId: '1', modelId: '7'}, '-3'), undefined);

test('entries of all lists that are asked for at once are found by few requests', async t => {
  const references = Array.from({length: 600}, (_, id) => aReference({id: String(id)}));
  const {client, prefix} = await createTestGeneration(t, [], {references});
  const {byKey} = patientReferences(client, prefix);
  let requests = 0;
  client.diagnostic.on('request', () => {
    requests += 1;
  });
  const answers = await Promise.all(references.map(({id}) => byKey(referenceKey('makes', {}, id))));
  t.deepEqual(
    answers.map(({value}) => value?.id),
    references.map(({id}) => id),
  );
  t.true(requests < 10, `${requests} requests`);
});
