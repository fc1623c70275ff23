import test from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const services = servicesWith(aVehicleDocument());
const headers = 'Host: a\r\nX-Api-Key: a\r\nConnection: keep-alive\r\n';

const isUnknownCoding = test.macro({
  title: (_, what: string) => `${what} is rejected, and its connection closed`,
  async exec(t, _: string, version: string, coding: string) {
    const api = await startApi(t, services);
    const chunked = `Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`;
    const refused = await api.sendRaw(`GET /v1/vehicles/1 ${version}\r\n${headers}${chunked}`);
    const {detail, requestId} = assertProblem(t, refused, 'ValidationFailed');
    t.is(detail, 'Transfer-Encoding must be chunked, in HTTP/1.1.');
    t.is(refused.headers.connection, 'close');
    t.like(JSON.parse(api.lines[0] ?? ''), {status: 400, requestId});
  },
});

test(isUnknownCoding, 'a coding besides chunked', 'HTTP/1.1', 'gzip, chunked');
test(isUnknownCoding, 'an empty element of the list', 'HTTP/1.1', ', chunked');
test(isUnknownCoding, 'Transfer-Encoding in HTTP/1.0', 'HTTP/1.0', 'chunked');

test('chunked is a coding in any case', async t => {
  const api = await startApi(t, services);
  const close = headers.replace('keep-alive', 'close');
  const answer = await api.sendRaw(
    `GET /v1/vehicles/1 HTTP/1.1\r\n${close}Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n`,
  );
  t.is(answer.status, 200);
});

for (const version of ['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9', 'HTTP/1.2']) {
  test(`${version} in a request line is answered 505, and the connection closed`, async t => {
    const api = await startApi(t, services);
    const refused = await api.sendRaw(`GET /v1/vehicles/1 ${version}\r\n${headers}\r\n`);
    const {detail, requestId} = assertProblem(t, refused, 'HttpVersionNotSupported');
    t.is(detail, 'The request must use HTTP/1.1 or HTTP/1.0.');
    t.is(refused.headers.connection, 'close');
    t.like(JSON.parse(api.lines[0] ?? ''), {status: 505, requestId});
    t.is((await api.get('/v1/vehicles/1')).status, 200);
  });
}
