import test from 'ava';
import type {ReferenceSightings} from '#indexer/document/references.ts';
import {writeAliases} from '#indexer/generations/aliases.ts';
import {createCandidate} from '#indexer/generations/candidate.ts';
import {writeReferences} from '#indexer/write/fill.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {retryPolicyOf} from './a-candidate.ts';

const key = 'makes:::1';
const candidate = {stamp: '20261115-031500', build: 1};

/** Each map is what one worker hands over at one time. */
const seen = (vehicleId: string, name: string): ReferenceSightings =>
  new Map([[key, {vehicleId, name}]]);

const keeps = test.macro({
  title: (_, handed: readonly ReferenceSightings[], name: string) =>
    `of the makes ${handed.map(each => each.get(key)?.name).join(', ')} the one kept is ${name}`,
  exec: async (t, handed: readonly ReferenceSightings[], name: string) => {
    const {client, prefix} = anInstallation(t);
    await createCandidate({client, prefix}, candidate);
    const alias = writeAliases(prefix, candidate).references;
    for (const each of handed)
      await writeReferences({client, alias, policy: retryPolicyOf(10_000)}, each);
    const {references: index} = indexNames(prefix, toVersion(candidate));
    const {_source} = await client.get({index, id: key});
    t.deepEqual(_source, {list: 'makes', id: '1', name, searchNames: [name.toLowerCase()]});
  },
});

const [lower, higher] = ['9007199254740992', '9007199254740993'];
const greatest = '9223372036854775807';

test(keeps, [seen(lower, 'ON 2^53'), seen(higher, 'ON 2^53 + 1')], 'ON 2^53 + 1');
test(keeps, [seen(higher, 'ON 2^53 + 1'), seen(lower, 'ON 2^53')], 'ON 2^53 + 1');
test(keeps, [seen(greatest, 'ON 2^63 - 1'), seen('1', 'ON 1')], 'ON 2^63 - 1');
test(keeps, [seen('9', 'ON 9'), seen('10', 'ON 10'), seen('9', 'ON 9')], 'ON 10');

test('a reference entry is not written into an index that is gone', async t => {
  const {client, prefix} = anInstallation(t);
  await createCandidate({client, prefix}, candidate);
  const {references: index} = indexNames(prefix, toVersion(candidate));
  await client.indices.delete({index});
  const alias = writeAliases(prefix, candidate).references;
  await t.throwsAsync(
    writeReferences({client, alias, policy: retryPolicyOf(10_000)}, seen('1', 'VW')),
    {
      name: 'CandidateLost',
    },
  );
  t.false(await client.indices.exists({index: alias}));
});
