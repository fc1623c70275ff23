import test from 'ava';
import {rulesOf} from '#kibana/rules.ts';
import {BuildEvent} from '#mappings/build-event.ts';

test('another installation has rules of its own, over its own record', t => {
  const [own = [], shared = []] = [rulesOf(''), rulesOf('a.b-')].map(rules =>
    rules.map(({id, name, params}) => ({id, name, index: params.index})),
  );
  t.deepEqual(
    own.map(({id, index}) => [id, index]),
    [
      ['vehicle-data-build-failed', ['index-builds-*']],
      ['vehicle-data-nothing-promoted', ['index-builds-*']],
    ],
  );
  for (const {id, name, index} of shared) {
    t.regex(id, /^a-b-[a-z0-9_-]{1,246}$/);
    t.regex(name, / \(a\.b-\)$/);
    t.deepEqual(index, ['a.b-index-builds-*']);
  }
});

test('messages name members that an event has, and the runbook where there is one', t => {
  const url = 'https://git.example.org/operations.md';
  for (const {message} of rulesOf('', url)) {
    const members = Array.from(message.matchAll(/_source\.(\w+)/g), ([, member = '']) => member);
    t.deepEqual(
      members.filter(member => !(member in BuildEvent.shape)),
      [],
    );
    t.true(message.endsWith(` Runbook: ${url}`));
  }
  for (const {message} of rulesOf('')) t.false(message.includes('Runbook'));
});
