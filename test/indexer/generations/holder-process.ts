import {Client} from '@elastic/elasticsearch';
import {createCandidate} from '#indexer/generations/candidate.ts';
import {takeLock} from '#indexer/generations/lock.ts';
import {toVersion} from '#mappings/generation.ts';

/** A builder that takes the lock, makes its candidate and does nothing more until its lock is lost. */
const [node = '', prefix = '', lockMs = ''] = process.argv.slice(2);
const client = new Client({node});
const {signal} = new AbortController();
const lock = await takeLock(
  {client, prefix},
  {
    command: 'import',
    lockMs: Number(lockMs),
    signal,
    say: () => {},
  },
);
const candidate = {stamp: '20261115-031500', build: lock.build};
await lock.nameCandidate(toVersion(candidate));
await createCandidate({client, prefix}, candidate);
const staysAlive = setInterval(() => {}, 1000);
lock.signal.addEventListener('abort', async () => {
  process.stdout.write(`${lock.signal.reason.name}\n`);
  clearInterval(staysAlive);
  await lock.release();
  await client.close();
});
process.stdout.write(`built ${lock.build}\n`);
