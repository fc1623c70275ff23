import {once} from 'node:events';
import {request} from 'node:http';
import test from 'ava';
import {createHttpServer} from '#src/http/server/server.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

test('fifteen listeners for the end of a response cause no leak warning', async t => {
  const warnings: string[] = [];
  const note = ({name}: Error) => void warnings.push(name);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const server = createHttpServer((_, response) => {
    for (let many = 0; many < 15; many += 1) response.once('close', () => {});
    response.end();
  });
  const port = await onLoopback(t, server);
  const [answer] = await once(request({port, agent: false}).end(), 'response');
  await once(answer.resume(), 'end');
  t.deepEqual(warnings, []);
});
