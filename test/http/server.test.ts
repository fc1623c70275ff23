import {once} from 'node:events';
import {request} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {createHttpServer} from '#src/http/server/server.ts';

test('many may listen for the end of an answer, and Node takes it for no leak', async t => {
  const warnings: string[] = [];
  const note = ({name}: Error) => void warnings.push(name);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const server = createHttpServer((_, response) => {
    for (let many = 0; many < 15; many += 1) response.once('close', () => {});
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const {port} = server.address() as AddressInfo;
  const [answer] = await once(request({port, agent: false}).end(), 'response');
  await once(answer.resume(), 'end');
  t.deepEqual(warnings, []);
});
