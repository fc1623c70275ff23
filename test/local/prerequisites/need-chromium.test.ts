import {chmod, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {needChromium} from '#local/prerequisites/need.ts';

test('a browser is found under any of its names, or where we are told it is', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const file = join(folder, 'google-chrome');
  await writeFile(file, '');
  await chmod(file, 0o755);
  const PATH = `/no/such/folder:${folder}`;
  const print = (line: string) => t.fail(line);
  t.is(await needChromium(print, {PATH}), file);
  t.is(await needChromium(print, {PATH, CHROMIUM: '/own/browser'}), '/own/browser');
});
