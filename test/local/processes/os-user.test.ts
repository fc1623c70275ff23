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

const entering = test.macro({
  title: (_, mode: number, owner: string, allowed: boolean) =>
    `a folder of mode ${mode.toString(8)} ${allowed ? 'admits' : 'keeps out'} ${owner}`,
  exec(t, mode: number, owner: 'its owner' | 'its group' | 'others', allowed: boolean) {
    const user = {uid: 7, gid: 8};
    const rights = {
      uid: owner === 'its owner' ? 7 : 1,
      gid: owner === 'its group' ? 8 : 1,
      mode: 0o040_000 | mode,
    };
    t.is(mayEnter(user, rights), allowed);
  },
});

test(entering, 0o755, 'others', true);
test(entering, 0o750, 'others', false);
test(entering, 0o750, 'its group', true);
test(entering, 0o700, 'its group', false);
test(entering, 0o700, 'its owner', true);
test(entering, 0o077, 'its owner', false);

test('a folder is out of reach when any folder above it is closed', async t => {
  const closed = await mkdtemp(join(tmpdir(), 'closed-'));
  t.teardown(() => rm(closed, {recursive: true}));
  await mkdir(join(closed, 'open'), {mode: 0o755});
  const stranger = {uid: 4_000_000, gid: 4_000_000};
  t.false(await canReach(stranger, join(closed, 'open')));
  t.true(await canReach(undefined, join(closed, 'open')));
});
