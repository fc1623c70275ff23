import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {canReach, mayEnter, nobodyIn} from '#local/processes/os-user.ts';

test('nobody is looked up by name', t => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:99:98:Nobody:/:/sbin/nologin\n';
  t.deepEqual(nobodyIn(passwd), {uid: 99, gid: 98});
});

test('a system that lists no nobody has the conventional one', t => {
  t.deepEqual(nobodyIn('root:x:0:0:root:/root:/bin/sh\n'), {uid: 65_534, gid: 65_534});
});

const user = {uid: 7, gid: 8};
const owners = {'its owner': user, 'its group': {uid: 1, gid: 8}, others: {uid: 1, gid: 1}};

const entering = [
  [0o755, 'others', true],
  [0o750, 'others', false],
  [0o750, 'its group', true],
  [0o700, 'its group', false],
  [0o700, 'its owner', true],
  [0o077, 'its owner', false],
] as const;

for (const [mode, owner, isAdmitted] of entering) {
  const verb = isAdmitted ? 'admits' : 'keeps out';
  test(`a folder of mode ${mode.toString(8)} ${verb} ${owner}`, t => {
    t.is(mayEnter(user, {...owners[owner], mode: 0o040_000 | mode}), isAdmitted);
  });
}

test('a folder is out of reach when any folder above it is closed', async t => {
  const closed = await mkdtemp(join(tmpdir(), 'closed-'));
  t.teardown(() => rm(closed, {recursive: true}));
  await mkdir(join(closed, 'open'), {mode: 0o755});
  const stranger = {uid: 4_000_000, gid: 4_000_000};
  t.false(await canReach(stranger, join(closed, 'open')));
  t.true(await canReach(undefined, join(closed, 'open')));
});
