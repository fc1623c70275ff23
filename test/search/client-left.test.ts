import test from 'ava';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';
import {startSilent, until} from './silent-services.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n`;
const body = JSON.stringify({plates: ['AB12345', 'CD67890']});

const questions: readonly [question: string, bytes: string][] = [
  ['a lookup', get('/v1/vehicles/1')],
  ['a lookup by VIN', get('/v1/vehicles/vin/A1')],
  ['a lookup by plate', get('/v1/vehicles/plate/A1')],
  ['a record', get('/v1/vehicles/1/engine')],
  ['a search', get('/v1/vehicles?makeId=1')],
  ['a page of changes', get('/v1/changes?since=1')],
  ['a history', get('/v1/vehicles/1/changes')],
  ['a list', get('/v1/makes')],
  ['a reference entry', get('/v1/makes/1')],
  [
    'a batch',
    `POST /v1/vehicles/plates HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  ],
];

for (const [question, bytes] of questions) {
  test(`${question} is given up when its client leaves, which is no failure and no refund`, async t => {
    const {services, open} = await startSilent(t);
    let refunds = 0;
    const refund = async () => {
      refunds += 1;
    };
    const {callers} = fakeServices({callers: {refund}});
    const api = await startApi(t, {...services, callers});
    const {socket, write} = await openConnection(t, api.port);
    write(bytes);
    await until(() => open.size > 0);
    socket.destroy();
    await until(() => open.size === 0 && api.lines.length > 0);
    const lines = api.lines.join('').trim().split('\n');
    t.is(lines.length, 1);
    t.like(JSON.parse(lines[0] ?? ''), {aborted: true});
    t.is(refunds, 0);
  });
}
