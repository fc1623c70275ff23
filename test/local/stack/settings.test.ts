import test from 'ava';
import {developerStack, testStack} from '#local/stack/stack.ts';

test('without settings a stack has the usual ports, and the tests have others', t => {
  t.like(developerStack({}), {elasticsearchPort: 9200, redisPort: 6379, heap: '1g'});
  t.like(testStack({}), {elasticsearchPort: 19_200, redisPort: 16_379, heap: '1g'});
});

test("no setting of a developer's stack can point the tests at it", t => {
  const env = {STACK_ELASTICSEARCH_PORT: '9201', STACK_REDIS_PORT: '6380'};
  t.like(developerStack(env), {elasticsearchPort: 9201, redisPort: 6380});
  t.deepEqual(testStack(env), testStack({}));
});

const refused = test.macro({
  title: (_, variable: string, value: string) => `${variable}=${value} is refused by name`,
  exec(t, variable: string, value: string) {
    t.throws(() => developerStack({[variable]: value}), {
      message: new RegExp(`^${variable} must be .*${JSON.stringify(value)}`),
    });
  },
});

test(refused, 'STACK_ELASTICSEARCH_PORT', '0');
test(refused, 'STACK_ELASTICSEARCH_PORT', '65536');
test(refused, 'STACK_REDIS_PORT', '63x9');
test(refused, 'STACK_REDIS_PORT', '-1');
test(refused, 'STACK_ELASTICSEARCH_HEAP', '1gb');
test(refused, 'STACK_ELASTICSEARCH_HEAP', '0m');
