import test from 'ava';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {httpFiles} from '../../helpers/servers/http-files.ts';
import {aFolder, anExtract} from './a-fetch.ts';

const zip = await anExtract();

test('a redirect is followed, and gives the file its name; the login stays with its host', async t => {
  const target = await httpFiles(t, zip);
  const server = await httpFiles(t, zip, {
    instead: (_, response) => {
      response.writeHead(302, {location: `http://${target.host}/2026/week46.zip`}).end();
      return true;
    },
  });
  const {fetch} = await aFolder(t);
  const url = server.url.replace('//', '//us%40er:secret@');
  t.like(await fetch(url), {name: 'week46.zip'});
  const login = `Basic ${Buffer.from('us@er:secret').toString('base64')}`;
  t.true(server.requests.every(({authorization}) => authorization === login));
  t.true(target.requests.every(({authorization}) => authorization === undefined));
});

test('the login goes along to another path of its host, and not on from there', async t => {
  const target = await httpFiles(t, zip);
  const server = await httpFiles(t, zip, {
    instead: (asked, response) => {
      const location = asked.url?.endsWith('moved.zip')
        ? `http://${target.host}/week46.zip`
        : 'moved.zip';
      response.writeHead(307, {location}).end();
      return true;
    },
  });
  const {fetch} = await aFolder(t);
  await fetch(server.url.replace('//', '//user:secret@'));
  const [first, moved] = server.requests;
  t.truthy(first?.authorization);
  t.is(moved?.authorization, first?.authorization);
  t.true(target.requests.every(({authorization}) => authorization === undefined));
});

test('redirects without end are followed ten times', async t => {
  const server = await httpFiles(t, zip, {
    instead: (asked, response) => {
      response.writeHead(307, {location: `${asked.url}.zip`}).end();
      return true;
    },
  });
  const {fetch} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {
    instanceOf: FetchFailed,
    message: `${server.host} redirects too often. Check EXTRACT_URL.`,
  });
  t.is(server.requests.length, 11);
});
