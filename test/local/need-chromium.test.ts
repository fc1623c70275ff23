import {chmod, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {needChromium} from '#local/prerequisites/need-chromium.ts';

test('a browser is found under any of its names, or where we are told it is', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const file = join(folder, 'google-chrome');
  await writeFile(file, '');
  await chmod(file, 0o755);
  const PATH = `/no/such/folder:${folder}`;
  const say = (line: string) => t.fail(line);
  t.is(await needChromium(say, {PATH}), file);
  t.is(await needChromium(say, {PATH, CHROMIUM: '/own/browser'}), '/own/browser');
});
