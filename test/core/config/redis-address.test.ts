import test from 'ava';
import {type RedisAddress, readRedisAddress} from '#core/config/redis-address.ts';

const open = {username: undefined, password: undefined, tls: false};

const reads = test.macro({
  title: (_, text: string) => `${text} is an address`,
  exec: (t, text: string, address: RedisAddress) => t.deepEqual(readRedisAddress(text), address),
});

for (const url of ['redis://h', 'rediss://u:p@h:6380/2', 'redis://[::1]:6379']) {
  test(reads, url, {kind: 'server', url});
}

test(reads, 'redis+cluster://a:7000,b,[::1]:7001', {
  kind: 'cluster',
  nodes: [
    {host: 'a', port: 7000},
    {host: 'b', port: 6379},
    {host: '::1', port: 7001},
  ],
  ...open,
});

test(reads, 'rediss+cluster://ops:p%40ss:w@a', {
  kind: 'cluster',
  nodes: [{host: 'a', port: 6379}],
  username: 'ops',
  password: 'p@ss:w',
  tls: true,
});

test(reads, 'redis+sentinel://:secret@a:26380, b/mymaster/3', {
  kind: 'sentinel',
  sentinels: [
    {host: 'a', port: 26380},
    {host: 'b', port: 26379},
  ],
  master: 'mymaster',
  database: 3,
  sentinelLogin: {},
  ...open,
  password: 'secret',
});

const sentinels = 'redis+sentinel://ops:secret@a/mymaster';

test(reads, `${sentinels}?sentinelUsername=watch&sentinelPassword=p%26=`, {
  kind: 'sentinel',
  sentinels: [{host: 'a', port: 26379}],
  master: 'mymaster',
  database: 0,
  sentinelLogin: {sentinelUsername: 'watch', sentinelPassword: 'p&='},
  ...open,
  username: 'ops',
  password: 'secret',
});

const refuses = test.macro({
  title: (_, text: string) => `${text} is refused, in words`,
  exec(t, text: string, why: RegExp) {
    const problem = readRedisAddress(text);
    if (typeof problem !== 'string') return t.fail();
    t.regex(problem, why);
    t.notRegex(problem, /hunter2/);
  },
});

test(refuses, 'http://user:hunter2@redis', /^must be a redis:\/\/ or rediss:\/\/ URL/);
test(refuses, 'localhost:6379', /^must be/);
test(refuses, 'redis://a:1,b:2', /^must be .+ of one host/);
test(refuses, 'redis+cluster://a:1,b:2/1', /^must not name a database/);
test(refuses, 'redis+cluster://', /^must name its hosts/);
test(refuses, 'redis+cluster://a:1,,b:2', /^must name its hosts/);
test(refuses, 'redis+cluster://a:99999', /^must name its hosts/);
test(refuses, 'redis+cluster://user:hunter2@a:port', /^must name its hosts/);
test(refuses, 'redis+cluster://:hunter2%@a', /^must have its user and password percent-encoded/);
test(refuses, 'redis+sentinel:///mymaster', /^must name its hosts/);
test(refuses, 'redis+sentinel://:hunter2@a,b', /^must end with the name of the master/);
test(refuses, 'redis+sentinel://a/master/x', /^must end with the name of the master/);
test(refuses, 'redis+sentinel://a@b@c/master', /^must/);
test(refuses, `${sentinels}?sentinelPasword=hunter2`, /sentinelUsername=… and sentinelPassword=…/);
test(refuses, `${sentinels}?sentinelPassword=hunter2%`, /percent-encoded/);
test(refuses, 'redis+cluster://a?sentinelPassword=hunter2', /^must have no query/);
