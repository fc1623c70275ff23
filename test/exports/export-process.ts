// Exports in small parts, as a process that can be killed.
import {Client} from '@elastic/elasticsearch';
import {exportRelease} from '#indexer/export/export-release.ts';
import {outcomeRetry as policy} from '#indexer/write/retry.ts';

const [node = '', prefix = '', directory = ''] = process.argv.slice(2);
const client = new Client({node, maxRetries: 0});
await exportRelease({client, prefix, directory, policy, say: console.error, vehiclesPerPart: 40});
await client.close();
