import {readFile} from 'node:fs/promises';
import test from 'ava';
import {freePort} from '../../helpers/servers/free-port.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const older = 'ESStatistikListeModtag-20261108-031500.zip';

test('the newest extract of a folder is fetched, by name', async t => {
  const other = Buffer.from('another');
  const server = await ftpServer(t, {
    [older]: other,
    [newest]: zip,
    'zz-newer.zip': other,
    'ESStatistikListeModtag-20261122-031500.zip.tmp': other,
  });
  const {fetch, folder, files} = await aFolder(t);
  t.deepEqual(await fetch(server.url), {
    status: 'fetched',
    file: `${folder}/${newest}`,
    name: newest,
    bytes: zip.length,
  });
  t.deepEqual(await readFile(`${folder}/${newest}`), zip);
  t.deepEqual(await files(), [newest, `${newest}.json`]);
});

test('a file that was replaced under its name is fetched again', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, folder} = await aFolder(t);
  await fetch(server.url);
  const corrected = await anExtract(1000);
  server.put(newest, corrected, '20261116080000');
  t.like(await fetch(server.url), {status: 'fetched'});
  t.deepEqual(await readFile(`${folder}/${newest}`), corrected);
});

test('the address of a file fetches that file, whatever its name', async t => {
  const server = await ftpServer(t, {'my extract.zip': zip, [newest]: zip});
  const {fetch} = await aFolder(t);
  t.like(await fetch(`${server.url}my%20extract.zip`), {name: 'my extract.zip'});
});

test('a login is sent without its percent-encoding', async t => {
  const login = {user: 'a@b', password: 'p/w %'};
  const server = await ftpServer(t, {[newest]: zip}, {login});
  const {fetch} = await aFolder(t);
  t.like(await fetch(`ftp://a%40b:p%2Fw%20%25@${server.host}/extracts/`), {status: 'fetched'});
});

test('a refused login is not retried, and the message has neither user nor password', async t => {
  const login = {user: 'somebody', password: 'secret'};
  const server = await ftpServer(t, {[newest]: zip}, {login});
  const {fails} = await aFolder(t);
  const message = `Login to ftp://${server.host} failed (530). Check the user and password in EXTRACT_URL; without them the login is anonymous.`;
  const error = await fails(`ftp://nobody:wrong@${server.host}/extracts/`, message);
  t.notRegex(String(error), /nobody|wrong/);
  t.is(server.commands.filter(command => command.startsWith('PASS')).length, 1);
});

test('a folder without an extract is told from a missing one', async t => {
  const server = await ftpServer(t, {'readme.txt': zip});
  const {fails} = await aFolder(t);
  const none = `There is no ESStatistikListeModtag-YYYYMMDD-HHMMSS.zip in ftp://${server.host}/extracts. Check the folder in EXTRACT_URL.`;
  await fails(server.url, none);
  const noSuch = `ftp://${server.host} has no such folder or file (550). Check the path in EXTRACT_URL; the path of a folder ends with a slash.`;
  await fails(`ftp://${server.host}/elsewhere/`, noSuch);
  await fails(`ftp://${server.host}/extracts`, noSuch);
});

test('an unreachable server is retried, then named', async t => {
  const port = await freePort();
  const {fails, notices} = await aFolder(t);
  const message = `Cannot reach ftp://127.0.0.1:${port}: connection refused. Check the host and port in EXTRACT_URL.`;
  await fails(`ftp://user:secret@127.0.0.1:${port}/`, message);
  t.deepEqual(notices, Array(2).fill(`${message} Retrying.`));
});

test('a server that accepts a connection and sends nothing times out', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {silentAt: 'USER'});
  const {fails} = await aFolder(t);
  await fails(server.url, `ftp://${server.host} sent no data for 0.05 s.`, {stallMs: 50});
});

test('a busy server is retried', async t => {
  const answers: Record<string, string> = {USER: '421 Too many users.'};
  const server = await ftpServer(t, {[newest]: zip}, {answers});
  const {fails, notices} = await aFolder(t);
  await fails(server.url, `ftp://${server.host} answered 421. Try again later.`);
  t.is(notices.length, 2);
});
