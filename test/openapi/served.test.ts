import test from 'ava';
import {interfaceDescription} from '#src/openapi/document.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

test('the interface description is served without a key, for the address clients use', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers, body} = await api.get('/openapi.json', {
    headers: {'X-Api-Key': undefined},
  });
  t.is(status, 200);
  t.is(headers['content-type'], 'application/json');
  t.like(body, {openapi: '3.1.0', servers: [{url: 'https://api.example'}]});
});

test('another interface is another version of the contract', t => {
  const versionAt = (publicUrl: string) => interfaceDescription(publicUrl).contractVersion;
  t.is(versionAt('https://one.example'), versionAt('https://one.example'));
  t.not(versionAt('https://one.example'), versionAt('https://two.example'));
});
