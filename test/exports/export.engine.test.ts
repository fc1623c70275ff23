import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {zstdCompressSync} from 'node:zlib';
import test from 'ava';
import {OperationalError, TryLater, UsageError} from '#core/command-line/errors.ts';
import {lockFile} from '#core/command-line/file-lock.ts';
import {readExports} from '#core/exports.ts';
import {exportRelease} from '#indexer/export/export-release.ts';
import {pruneExports, requireRoom} from '#indexer/export/folder.ts';
import {outcomeRetry as policy} from '#indexer/write/retry.ts';
import {type Export, manifestName} from '#mappings/export.ts';
import {digestOf} from '../changes/follower.ts';
import {engineProxy, proxiedClient} from '../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {loggedEvents} from '../helpers/engines/logged-events.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {runIndexer, startIndexer} from '../helpers/processes/run-indexer.ts';
import {onSmallDisk, smallDisk} from '../helpers/processes/small-disk.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {httpFiles} from '../helpers/servers/http-files.ts';
import {generations} from '../indexer/generations/generations.ts';
import {randomExtracts} from '../indexer/import/random-register.ts';
import {exportFlips} from './export-flips.ts';
import {readExport} from './read-export.ts';

const force = 'random weeks differ by more than real ones';
/** The first flips of this one are of every kind. */
const seed = 20_261_150;

test('the vehicles of an export with the changes of the next are those of the next, whatever put it live', async t => {
  t.timeout(300_000);
  const {changed, missing} = await exportFlips(t, {vehicles: 250, flips: 6, seed});
  t.true(changed > 20, String(changed));
  t.is(missing, 0);
});

/** A release that is live, for exports into folders of their own. */
const released = sharedFixture(test, async scope => {
  const {client, prefix} = anInstallation(scope);
  const file = (await randomExtracts(scope, {vehicles: 250, seed}).next()).value;
  const {summary} = await importFile(scope, file, prefix, {force});
  return {client, prefix, version: summary.version};
});

/** The response of an Elasticsearch whose generation is gone. */
const missing = {
  status: 404,
  body: {error: {type: 'index_not_found_exception', reason: 'gone'}, status: 404},
};

test('an export that is killed goes on after its last whole part', async t => {
  t.timeout(120_000);
  const {prefix} = await released();
  const directory = aFolder(t);
  let [asked, killAt] = [0, 0];
  let kill = () => {};
  const node = await engineProxy(t, ({path}) => {
    if (!path.includes('_search')) return 'pass';
    asked += 1;
    if (asked !== killAt) return 'pass';
    kill();
    return 'hang';
  });
  const run = async (at: number) => {
    [asked, killAt] = [0, at];
    const program = fileURLToPath(new URL('export-process.ts', import.meta.url));
    const child = spawn(process.execPath, [program, node, prefix, directory], {stdio: 'inherit'});
    kill = () => child.kill('SIGKILL');
    const [code] = await once(child, 'exit');
    return code as number | null;
  };
  const parts = () =>
    readdirSync(join(directory, '1'))
      .filter(name => /^vehicles-\d+\.parquet$/.test(name))
      .map(name => [name, statSync(join(directory, '1', name)).ino] as const);
  let known: ReturnType<typeof parts> = [];
  for (const at of [1, 4, 6]) {
    t.is(await run(at), null);
    const now = parts();
    t.deepEqual(now.slice(0, known.length), known, 'whole parts stay as they are');
    const [state] = await readExports(directory);
    t.is(state?.state, 'Building');
    // A file that was written just before the kill is not whole for the next run, which writes it again.
    known = now.filter(([name]) => state?.files.some(file => file.name === name));
  }
  t.true(known.length > 1);
  t.is(await run(0), 0);
  t.deepEqual(parts().slice(0, known.length), known);
  const [manifest] = await readExports(directory);
  t.is(manifest?.state, 'Ready');
  if (!manifest) return;
  const {vehicles} = await readExport(t, directory, manifest);
  t.is(digestOf([...vehicles.values()]), manifest.digest);
  t.is(vehicles.size, manifest.vehicleCount);
  const names = readdirSync(join(directory, '1')).toSorted();
  t.deepEqual(names, [manifestName, ...manifest.files.map(({name}) => name)].toSorted());
});

test('a folder whose name looks like a column, or like a pattern of another, is itself', async t => {
  const {client, prefix} = await released();
  const parent = aFolder(t);
  mkdirSync(join(parent, 'a', '1'), {recursive: true});
  writeFileSync(join(parent, 'a', '1', 'vehicles-0001.ndjson.zst'), zstdCompressSync(''));
  for (const name of ['id=7', '[ab]*']) {
    const directory = join(parent, name);
    mkdirSync(directory);
    const {manifest} = await exportRelease({client, prefix, directory, policy, say: () => {}});
    const {vehicles} = await readExport(t, directory, manifest);
    t.is(vehicles.size, manifest.vehicleCount);
  }
});

test('a disk that is full ends the export, which goes on later', async t => {
  const {client, prefix} = await released();
  const asked = {client, prefix, policy, say: () => {}};
  for (const full of ['vehicles-0001.ndjson.zst', 'vehicles-0001.parquet']) {
    const directory = aFolder(t);
    let isFull = false;
    const filling = await proxiedClient(t, ({path}) => {
      if (!isFull && path.includes('_search')) {
        symlinkSync('/dev/full', join(directory, '1', `${full}.part`));
        isFull = true;
      }
      return 'pass';
    });
    await t.throwsAsync(exportRelease({...asked, directory, client: filling}), {
      instanceOf: TryLater,
      message: `${directory} is full. Free disk space, then run "export": it resumes where it stopped.`,
    });
    t.deepEqual(readdirSync(join(directory, '1')), [manifestName]);
    t.is((await exportRelease({...asked, directory})).outcome, 'exported');
  }
});

onSmallDisk(test)(
  'a disk that is full ends an export and a fetch with 75 before they begin',
  async t => {
    const {prefix} = await released();
    const directory = aFolder(t);
    smallDisk(t, directory, 2 ** 20);
    writeFileSync(join(directory, 'full'), Buffer.alloc(2 ** 20));
    const env = {
      INDEX_PREFIX: prefix,
      EXPORTS_DIRECTORY: directory,
      INDEXER_DIRECTORY: directory,
      EXTRACT_URL: 'http://127.0.0.1:1/extract.zip',
    };
    for (const [command = '', lock] of [
      ['export', 'lock'],
      ['fetch', 'extracts/.fetch.lock'],
    ]) {
      const {code, stdout, stderr} = await runIndexer(t, [command], env);
      t.deepEqual([code, stdout], [75, ''], stderr);
      const file = join(directory, `${lock}`);
      t.is(
        stderr,
        `ENOSPC: no space left on device, lock '${file}'. Make room there, then run this again.\n`,
      );
    }
  },
);

onSmallDisk(test)('what a killed export left takes no room from the next one', async t => {
  const {client, prefix} = await released();
  const directory = aFolder(t);
  smallDisk(t, directory, 2 ** 20);
  mkdirSync(join(directory, '1'));
  writeFileSync(join(directory, '1', 'vehicles-0001.ndjson.zst.part'), Buffer.alloc(980_000));
  const asked = {client, prefix, directory, policy, say: () => {}};
  t.is((await exportRelease(asked)).outcome, 'exported');
});

test('an export that is stopped says that the next one resumes', async t => {
  const {prefix} = await released();
  const node = await engineProxy(t, ({path}) => {
    if (!path.includes('_search')) return 'pass';
    process.emit('SIGTERM');
    return 'hang';
  });
  const env = {
    ELASTICSEARCH_NODES: node,
    INDEX_PREFIX: prefix,
    EXPORTS_DIRECTORY: aFolder(t),
  };
  const {code, stderr} = await runIndexer(t, ['export'], env);
  t.is(code, 75);
  t.is(stderr, 'Stopped by SIGTERM; run "export" again, and it resumes where it stopped.\n');
});

test('what cannot be exported is refused with a sentence', async t => {
  const {client, prefix} = anInstallation(t);
  const directory = aFolder(t);
  const asked = {client, prefix, directory, policy, say: () => {}};
  await t.throwsAsync(exportRelease(asked), {
    instanceOf: UsageError,
    message: /^No release is live/,
  });
  const missing = {...asked, directory: join(directory, 'missing')};
  await t.throwsAsync(exportRelease(missing), {instanceOf: UsageError, message: /Create it/});
  const lock = lockFile(join(directory, 'lock'));
  await t.throwsAsync(exportRelease(asked), {instanceOf: TryLater, message: /^Another export/});
  lock?.close();
  await t.throwsAsync(requireRoom(directory, 1e13, [], 0), {
    instanceOf: TryLater,
    message: /^An export of 10,000,000,000,000 vehicles needs about 4,950,000,001 MB, and .* has /,
  });
});

test('an export whose files were deleted or cut is written again', async t => {
  const {client, prefix} = await released();
  const directory = aFolder(t);
  const asked = {client, prefix, directory, policy, say: () => {}};
  const {manifest} = await exportRelease(asked);
  const file = join(directory, String(manifest.serial), 'vehicles-0001.ndjson.zst');
  for (const spoil of [() => rmSync(file), () => writeFileSync(file, 'cut')]) {
    spoil();
    t.is((await exportRelease(asked)).outcome, 'exported');
    t.is((await readExport(t, directory, manifest)).vehicles.size, manifest.vehicleCount);
    t.is((await exportRelease(asked)).outcome, 'already-exported');
  }
});

test('an export waits for a live generation whose index is closed', async t => {
  const {client, prefix, live} = generations(t);
  await live(1);
  await client.indices.close({index: `${prefix}vehicles`});
  const asked = {client, prefix, directory: aFolder(t), policy, say: () => {}};
  await t.throwsAsync(exportRelease(asked), {instanceOf: TryLater, message: /_open\. Then run/});
});

test('a generation that is removed while it is exported ends the export, which says so', async t => {
  const {client, prefix, version} = await released();
  const directory = aFolder(t);
  let pages = 0;
  const through = await proxiedClient(t, ({path}) => {
    if (path.includes('_search')) pages += 1;
    return pages > 2 ? missing : 'pass';
  });
  const asked = {prefix, directory, policy, say: () => {}, vehiclesPerPart: 80};
  await t.throwsAsync(exportRelease({...asked, client: through}), {
    instanceOf: TryLater,
    message: /^The generation was removed while it was exported/,
  });
  t.like(await readExports(directory), [{state: 'Failed', version}]);
  const {manifest} = await exportRelease({...asked, client});
  t.like(manifest, {state: 'Ready', reason: undefined});
});

const anExport = (
  directory: string,
  serial: number,
  version: string,
  state: Export['state'] = 'Ready',
): void => {
  const folder = join(directory, String(serial));
  mkdirSync(folder);
  const names = ['vehicles-0001.ndjson.zst', 'vehicles-0001.parquet', 'changes.ndjson.zst'];
  const files = names.map(name => ({name, bytes: 1, sha256: 'a'.repeat(64), vehicles: 1}));
  for (const name of names) writeFileSync(join(folder, name), '1');
  const manifest: Export = {
    ...{serial, version, state, digest: '', vehicleCount: 1, extractedAt: null, files},
    ...{releasedAt: new Date().toISOString(), schemaVersion: 6},
    ...{previousSerial: serial - 1, changedVehicles: 1},
  };
  writeFileSync(join(folder, manifestName), JSON.stringify(manifest));
};

test('the vehicles of generations that are kept stay, and the last eight changes; what is not ours stays', async t => {
  const directory = aFolder(t);
  for (let serial = 1; serial <= 12; serial += 1) anExport(directory, serial, `v${serial}`);
  writeFileSync(join(directory, '3', 'notes.txt'), 'of somebody');
  mkdirSync(join(directory, 'backup'));
  // Of one, a kill has left the files without their manifest; another is of a release to come.
  rmSync(join(directory, '4', manifestName));
  mkdirSync(join(directory, '13'));
  const prune = async () => {
    const [, ...earlier] = await readExports(directory);
    return await pruneExports(directory, 12, earlier, new Set(['v12', 'v11', 'v2']));
  };
  const deleted = await prune();
  const left = (serial: number) => readdirSync(join(directory, String(serial))).toSorted();
  t.is(deleted, 3 * 4 - 1 + 6 * 2);
  t.deepEqual(
    readdirSync(directory).toSorted(),
    ['10', '11', '12', '13', '2', '3', '5', '6', '7', '8', '9', 'backup'].toSorted(),
  );
  t.deepEqual(left(3), ['notes.txt']);
  t.deepEqual(left(5), ['changes.ndjson.zst', manifestName]);
  for (const serial of [2, 11, 12]) t.is(left(serial).length, 4);
  const shown = (await readExports(directory)).map(({serial, files}) => [serial, files.length]);
  t.deepEqual(
    shown,
    [12, 11, 10, 9, 8, 7, 6, 5, 2].map(serial => [serial, [12, 11, 2].includes(serial) ? 3 : 1]),
  );
  t.is(await prune(), 0);
});

test('an export that failed takes no place of the changes that are kept', async t => {
  const directory = aFolder(t);
  for (let serial = 1; serial <= 9; serial += 1) {
    anExport(directory, serial, `v${serial}`, serial === 8 ? 'Failed' : 'Ready');
  }
  const [, ...earlier] = await readExports(directory);
  await pruneExports(directory, 9, earlier, new Set(['v9']));
  t.deepEqual(readdirSync(directory).toSorted(), ['1', '2', '3', '4', '5', '6', '7', '9']);
});

test('a record of releases that is lost is told from a service without data, and mended as it says', async t => {
  const {client, prefix} = anInstallation(t);
  const file = (await randomExtracts(t, {vehicles: 20, seed}).next()).value;
  await importFile(t, file, prefix, {force});
  const lost = await client.indices.get({index: `${prefix}changes-*`});
  await client.indices.delete({index: Object.keys(lost)});
  const asked = {client, prefix, directory: aFolder(t), policy, say: () => {}};
  await t.throwsAsync(exportRelease(asked), {
    instanceOf: OperationalError,
    message: /is live, but the record of its release was lost.* "import" .* with --force/,
  });
  await importFile(t, file, prefix, {force});
  t.is((await exportRelease(asked)).outcome, 'exported');
});

test('a folder with files of other releases is left alone', async t => {
  const {client, prefix} = anInstallation(t);
  const file = (await randomExtracts(t, {vehicles: 20, seed}).next()).value;
  for (const _ of [1, 2]) await importFile(t, file, prefix, {force});
  for (const serial of [1, 2, 3]) {
    const directory = aFolder(t);
    const asked = {client, prefix, directory, policy, say: () => {}};
    anExport(directory, serial, 'v9');
    await t.throwsAsync(exportRelease(asked), {
      instanceOf: UsageError,
      message: new RegExp(`has files of serial ${serial}, v9, and the live release has serial 2:`),
    });
    t.is(readdirSync(join(directory, String(serial))).length, 4);
  }
});

test('a manifest that is damaged is named, with what to do', async t => {
  const {client, prefix} = await released();
  const directory = aFolder(t);
  mkdirSync(join(directory, '1'));
  const file = join(directory, '1', manifestName);
  writeFileSync(file, '');
  const asked = {client, prefix, directory, policy, say: () => {}};
  const {message} = await t.throwsAsync(exportRelease(asked), {instanceOf: OperationalError});
  t.true(message.startsWith(`${file} is not a manifest`), message);
  rmSync(file);
  t.is((await exportRelease(asked)).outcome, 'exported');
});

test('an update writes the files of what went live; without them it is an update all the same', async t => {
  t.timeout(120_000);
  const {client, prefix} = anInstallation(t);
  const [directory, fetched] = [aFolder(t), aFolder(t)];
  const zip = await readFile((await randomExtracts(t, {vehicles: 60, seed}).next()).value);
  const {url: EXTRACT_URL} = await httpFiles(t, zip);
  const env = {EXTRACT_URL, INDEX_PREFIX: prefix, INDEXER_DIRECTORY: fetched};
  const update = ['update', '--json'];
  const missing = {...env, EXPORTS_DIRECTORY: join(directory, 'missing')};
  // What exports is a process of its own, which writes to the standard error of this one.
  const failed = await startIndexer(t, update, missing).ended;
  t.is(failed.code, 0, failed.stderr);
  t.like(JSON.parse(failed.stdout), {imported: {outcome: 'promoted'}, exported: undefined});
  t.regex(failed.stderr, /EXPORTS_DIRECTORY, .*missing, is not a folder/);
  t.regex(failed.stderr, /The update is live, but its files were not written\./);

  const {code, stdout, stderr} = await runIndexer(t, update, {
    ...env,
    EXPORTS_DIRECTORY: directory,
  });
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {
    imported: {outcome: 'already-current'},
    exported: {outcome: 'exported', manifest: {serial: 1, state: 'Ready'}},
  });
  const events = (await loggedEvents({client, prefix})).filter(each => each.command === 'export');
  t.deepEqual(
    events.map(({event}) => event),
    ['export-failed', 'exported'],
  );
  const again = await runIndexer(t, ['export'], {...env, EXPORTS_DIRECTORY: directory});
  t.regex(again.stdout, /^Already exported: serial 1, .*\n {2}vehicles {3}\d+\n/);
  const unset = await runIndexer(t, ['export'], env);
  t.is(unset.code, 2);
  t.regex(unset.stderr, /^EXPORTS_DIRECTORY is not set\./);
});
