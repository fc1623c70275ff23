import test from 'ava';
import {interfaceDescription} from '#src/openapi/document.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const keyless = {'X-Api-Key': undefined};

test('the interface description is served without a key, for the address clients use', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers, body} = await api.get('/openapi.json', {headers: keyless});
  t.is(status, 200);
  t.is(headers['content-type'], 'application/json');
  t.like(body, {openapi: '3.1.0', servers: [{url: 'https://api.example'}]});
});

test('a copy of the interface description is confirmed', async t => {
  const api = await startApi(t, fakeServices());
  const {headers} = await api.get('/openapi.json', {headers: keyless});
  const again = await api.get('/openapi.json', {
    headers: {...keyless, 'If-None-Match': headers.etag},
  });
  t.is(again.status, 304);
});

test('another interface is another version of the contract', t => {
  const versionAt = (publicUrl: string) => interfaceDescription(publicUrl).contractVersion;
  t.is(versionAt('https://one.example'), versionAt('https://one.example'));
  t.not(versionAt('https://one.example'), versionAt('https://two.example'));
});
