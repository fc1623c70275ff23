import test from 'ava';
import {elasticsearchYaml, jvmOptions} from '#local/stack/elasticsearch.ts';
import {redisConf} from '#local/stack/redis.ts';
import {developerStack} from '#local/stack/stack.ts';

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
