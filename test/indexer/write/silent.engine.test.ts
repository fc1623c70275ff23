import test from 'ava';
import {engineProxy} from '../../helpers/engines/elasticsearch-proxy.ts';
import {fixtureExtract} from '../../helpers/extracts/import-extract.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';

const commands: readonly (readonly string[])[] = [
  ['import'],
  ['import', '--dry-run'],
  ['status'],
  ['promote', '20261115-031500-0001'],
  ['rollback', '--yes'],
];

for (const [command = '', ...options] of commands) {
  test(`${[command, ...options].join(' ')} ends with the address of an Elasticsearch that accepts connections and says nothing`, async t => {
    const address = await engineProxy(t, () => 'hang');
    const file = command === 'import' ? [await fixtureExtract(t)] : [];
    const {code, stderr} = await runIndexer(t, [command, ...file, ...options], {
      ELASTICSEARCH_NODES: address,
      BUILD_LOCK_SECONDS: '3600',
    });
    t.is(code, 75, stderr);
    t.deepEqual(sentencesOf(stderr), [
      `Elasticsearch does not answer at ELASTICSEARCH_NODES (no response from ${address} within 10 s). ` +
        'Start it, or correct the address, then run this again.',
    ]);
  });
}
