import {mkdir, readdir, readFile, symlink, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {openRejectsFile} from '#indexer/read/rejects-file.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

const version = '20261115-031500-0007';

const aList = (t: ExecutionContext) => {
  const directory = join(aFolder(t), 'indexer');
  const said: string[] = [];
  const list = openRejectsFile(directory, version, sentence => said.push(sentence));
  return {directory, folder: join(directory, 'rejects'), said, ...list};
};

const aReject = (ordinal: number) => ({ordinal, reason: 'NotUtf8'});

test('rejects are listed in order, a line each, in a file that is called as the generation', async t => {
  const {add, close, folder, said} = aList(t);
  const detail = 'not valid UTF-8';
  add([{ordinal: 7, reason: 'NotUtf8', detail, ident: '9000000009000001'}]);
  add([]);
  add([{ordinal: 9, reason: 'IdentMissing', ident: undefined}, aReject(11)]);
  const path = await close();
  t.is(path, join(folder, `${version}.ndjson`));
  t.is(
    await readFile(path ?? '', 'utf8'),
    '{"ordinal":7,"ident":"9000000009000001","reason":"NotUtf8","detail":"not valid UTF-8"}\n' +
      '{"ordinal":9,"reason":"IdentMissing"}\n' +
      '{"ordinal":11,"reason":"NotUtf8"}\n',
  );
  t.deepEqual(said, []);
});

test('a build that rejects nothing makes no file', async t => {
  const {add, close, directory} = aList(t);
  add([]);
  t.is(await close(), undefined);
  await t.throwsAsync(readdir(directory), {code: 'ENOENT'});
});

test('a list ends after 100,000 records and says how many more there were', async t => {
  const {add, close} = aList(t);
  const some = Array.from({length: 30_000}, (_, ordinal) => aReject(ordinal));
  for (let round = 0; round < 5; round++) add(some);
  const lines = (await readFile((await close()) ?? '', 'utf8')).trimEnd().split('\n');
  t.is(lines.length, 100_001);
  t.is(lines.at(-1), '{"notListed":50000}');
});

test('the newest ten lists are kept, and whatever else lies there', async t => {
  const {add, close, folder} = aList(t);
  await mkdir(folder, {recursive: true});
  const old = Array.from({length: 12}, (_, n) => `20260101-000000-00${n + 10}.ndjson`);
  for (const [n, name] of [...old, 'notes.txt', 'list.ndjson'].entries()) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), n, n);
  }
  add([aReject(1)]);
  await close();
  t.deepEqual(
    (await readdir(folder)).toSorted(),
    [...old.slice(3), `${version}.ndjson`, 'list.ndjson', 'notes.txt'].toSorted(),
  );
});

const failing = test.macro({
  title: (_, what: string) => `${what} is told once, and fails nothing`,
  async exec(t, _what: string, prepare: (path: string) => Promise<void>, told: RegExp) {
    const {add, close, directory, said} = aList(t);
    await prepare(directory);
    add([aReject(1)]);
    add([aReject(2)]);
    t.is(await close(), undefined, 'there is no list of all of them');
    t.is(said.length, 1);
    t.regex(said[0] ?? '', /^The rejected records cannot be listed in ".+-0007\.ndjson" /);
    t.regex(said[0] ?? '', told);
  },
});

const fullDisk = async (directory: string) => {
  await mkdir(join(directory, 'rejects'), {recursive: true});
  await symlink('/dev/full', join(directory, 'rejects', `${version}.ndjson`));
};
const noFolder = (directory: string) => writeFile(directory, 'a file where the folder should be');
test(failing, 'a disk that is full', fullDisk, /\(ENOSPC/);
test(failing, 'a folder that cannot be made', noFolder, /ENOTDIR.+The build continues and counts/);
