import test from 'ava';
import {groupOf} from '#local/processes/service.ts';

const folder = '/home/a/checkout/.local/stack-9200-6379';
const launcher = {pid: 40, group: 40, commandLine: `java -cp lib -Epath.data=${folder}/data`};
const server = {pid: 41, group: 40, commandLine: `java -Djava.io.tmpdir=${folder}/tmp`};
const bystander = {pid: 50, group: 50, commandLine: `less ${folder}/redis.log`};

const ownership = test.macro({
  title: title => title ?? '',
  exec(t, table: Parameters<typeof groupOf>[0], leader: number, ours: readonly number[]) {
    t.deepEqual(
      groupOf(table, leader, folder).map(({pid}) => pid),
      ours,
    );
  },
});

test(
  'a service is all processes of the group its pid file names',
  ownership,
  [launcher, server, bystander],
  40,
  [40, 41],
);
test(
  'a service whose first process died still owns what that one started',
  ownership,
  [server],
  40,
  [41],
);
test(
  'a pid that by now belongs to another program is not ours',
  ownership,
  [{pid: 40, group: 40, commandLine: 'vim'}],
  40,
  [],
);
test(
  'the process of a stack whose ports only begin like ours is not ours',
  ownership,
  [{...launcher, commandLine: `java -Epath.data=${folder}0/data`}],
  40,
  [],
);
test('a pid file of a process that is gone owns nothing', ownership, [bystander], 40, []);
