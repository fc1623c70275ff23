import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {canReach, nobodyIn} from '#local/processes/os-user.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

test('nobody is looked up by name', t => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n';
  t.deepEqual(nobodyIn(passwd), {uid: 99, gid: 98});
});

test('a system that lists no nobody has the conventional one', t => {
  t.deepEqual(nobodyIn('root:x:0:0:root:/root:/bin/sh\n'), {uid: 65_534, gid: 65_534});
});

test('a folder is out of reach when any folder above it is closed', async t => {
  const closed = aFolder(t);
  await mkdir(join(closed, 'open'), {mode: 0o755});
  const stranger = {uid: 4_000_000, gid: 4_000_000};
  t.false(await canReach(stranger, join(closed, 'open')));
  t.true(await canReach(undefined, join(closed, 'open')));
});
