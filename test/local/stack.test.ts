import test from 'ava';
import {isGoodKey} from '#local/quickstart/key.ts';
import {elasticsearchYaml, jvmOptions, redisConf} from '#local/stack/engines.ts';
import {developerStack, testStack} from '#local/stack/stack.ts';

test('Elasticsearch listens on the loopback only', t => {
  const lines = elasticsearchYaml('/a', developerStack({})).split('\n');
  t.true(lines.includes('network.host: "127.0.0.1"'));
  t.true(lines.includes('http.port: 9200'));
});

test('a path with a quote or a colon is still one value of the Elasticsearch configuration', t => {
  const yaml = elasticsearchYaml('/a "b": c', developerStack({}));
  t.true(yaml.includes('path.data: "/a \\"b\\": c/elasticsearch/data"\n'));
});

test('the heap replaces nothing of the JVM options but the log of collections', t => {
  const shipped = '# comment\n-XX:+UseG1GC\n-Xlog:gc*:file=gc.log\n';
  t.is(jvmOptions(shipped, '512m'), '# comment\n-XX:+UseG1GC\n\n-Xms512m\n-Xmx512m\n');
});

test('Redis keeps every write, drops nothing, and listens on the loopback only', t => {
  const lines = redisConf('/a', 6379).split('\n');
  for (const line of ['bind 127.0.0.1', 'appendonly yes', 'maxmemory-policy noeviction']) {
    t.true(lines.includes(line), line);
  }
});

test('without settings a stack has the usual ports, and the tests have others', t => {
  t.like(developerStack({}), {elasticsearchPort: 9200, redisPort: 6379, heap: '1g'});
  t.like(testStack({}), {elasticsearchPort: 19_200, redisPort: 16_379, heap: '1g'});
});

test("no setting of a developer's stack can point the tests at it", t => {
  const env = {STACK_ELASTICSEARCH_PORT: '9201', STACK_REDIS_PORT: '6380'};
  t.like(developerStack(env), {elasticsearchPort: 9201, redisPort: 6380});
  t.deepEqual(testStack(env), testStack({}));
});

const refused = [
  ['STACK_ELASTICSEARCH_PORT', '0'],
  ['STACK_ELASTICSEARCH_PORT', '65536'],
  ['STACK_REDIS_PORT', '63x9'],
  ['STACK_REDIS_PORT', '-1'],
  ['STACK_ELASTICSEARCH_HEAP', '1gb'],
  ['STACK_ELASTICSEARCH_HEAP', '0m'],
] as const;

for (const [variable, value] of refused) {
  test(`${variable}=${value} is refused by name`, t => {
    const message = new RegExp(`^${variable} must be .*${JSON.stringify(value)}`);
    t.throws(() => developerStack({[variable]: value}), {message});
  });
}

test('a key of the quickstart is replaced when it is unknown or unpaid, and not when the API answers anything else', t => {
  const replaced = [200, 400, 401, 402, 404, 429, 500, 503].filter(status => !isGoodKey(status));
  t.deepEqual(replaced, [401, 402]);
});
