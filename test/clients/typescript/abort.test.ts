import test from 'ava';
import {aProblem, scriptedClient} from '../../helpers/api-clients/scripted-server.ts';

const {wait} = (await import('#clients/typescript/src/options.ts')).conductOf({
  baseUrl: '',
  apiKey: '',
});
const busy = aProblem(429, 'RateLimitExceeded', {'retry-after': '59'});

for (const owner of ['call', 'client'] as const) {
  for (const moment of ['before', 'in'] as const) {
    test(`a wait ends when the signal of the ${owner} is aborted ${moment} it`, async t => {
      const ending = new AbortController();
      const reason = new Error('Enough.');
      const end = () => ending.abort(reason);
      const signal = ending.signal;
      const {client, asked} = await scriptedClient(t, [busy], {
        wait,
        onRetry: () => void (moment === 'before' ? end() : setImmediate(end)),
        ...(owner === 'client' && {signal}),
      });
      const call = client.get('/v1/dataset', owner === 'call' ? {signal} : {});
      t.is(await t.throwsAsync(call), reason);
      t.is(asked.length, 1);
    });
  }

  test(`a request ends when the signal of the ${owner} is aborted, and is not repeated`, async t => {
    const ending = new AbortController();
    const reason = new Error('Enough.');
    const signal = ending.signal;
    let sent = 0;
    const {client, waits} = await scriptedClient(t, [{}], {
      fetch: request => {
        sent += 1;
        const answer = fetch(request);
        ending.abort(reason);
        return answer;
      },
      ...(owner === 'client' && {signal}),
    });
    const call = client.vehiclesByPlates(['AB12345'], owner === 'call' ? {signal} : {});
    t.is(await t.throwsAsync(call), reason);
    t.is(sent, 1);
    t.deepEqual(waits, []);
  });
}

test('a wait that is over leaves nothing behind at the signal', async t => {
  const {signal} = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  await wait(0.001, signal);
  t.is(listeners, 0);
});
