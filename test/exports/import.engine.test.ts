import {hash} from 'node:crypto';
import {cpSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {exportRelease} from '#indexer/export/export-release.ts';
import {outcomeRetry as policy} from '#indexer/write/retry.ts';
import {type Export, manifestName} from '#mappings/export.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {snapshot} from '../changes/follower.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {storedReferences, storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFolder, anExtract} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {markedExtract} from '../helpers/extracts/marked-extract.ts';
import {type Scope, sharedFixture} from '../helpers/scope.ts';
import {rollBack} from '../indexer/generations/generations.ts';
import {randomExtracts} from '../indexer/import/random-register.ts';
import {readExport} from './read-export.ts';

const force = 'random weeks differ by more than real ones';

/** An installation with a file that was imported and exported, in parts of 60 vehicles. */
const exported = async (t: Scope, file: string) => {
  const {client, prefix} = anInstallation(t);
  await importFile(t, file, prefix, {force});
  const directory = aFolder(t);
  const write = async () => {
    const asked = {client, prefix, directory, policy, say: () => {}, vehiclesPerPart: 60};
    return (await exportRelease(asked)).manifest;
  };
  const manifest = await write();
  const folder = join(directory, String(manifest.serial));
  return {client, prefix, directory, manifest, folder, write};
};

const withoutFolded = ({foldedReferences: _, ...document}: VehicleDocument) => document;

test('an export that is imported gives the same vehicles, and over its own release no change', async t => {
  t.timeout(300_000);
  const weeks = randomExtracts(t, {vehicles: 250, seed: 20_261_126});
  for (let week = 0; week < 4; week += 1) await weeks.next();
  const extract = (await weeks.next()).value;
  const {client, prefix, directory, folder, manifest, write} = await exported(t, extract);
  const path = join(folder, manifestName);
  const {vehicleCount: vehicles, extractedAt, digest} = manifest;
  const original = await storedVehicles(client, prefix);

  const empty = anInstallation(t);
  const {summary} = await importFile(t, path, empty.prefix);
  t.like(summary, {outcome: 'promoted', records: vehicles, vehicles, rejects: 0, repeats: 0});
  t.like(summary, {way: 'full', because: 'the file is an export'});
  t.is(summary.version?.slice(0, 15), manifest.version.slice(0, 15));
  const imported = await storedVehicles(client, empty.prefix);
  t.deepEqual(imported, original.map(withoutFolded));
  t.is((await snapshot(client, empty.prefix)).digest, digest);

  const folded = new Set(original.flatMap(each => each.foldedReferences ?? []).map(({key}) => key));
  t.true(folded.size > 0);
  const entries = async (of: string) =>
    new Map((await storedReferences(client, of)).entries().filter(([key]) => !folded.has(key)));
  t.deepEqual(await entries(empty.prefix), await entries(prefix));

  t.like((await importFile(t, path, prefix)).summary, {outcome: 'promoted', vehicles});
  const over = await write();
  const same = {previousSerial: 1, changedVehicles: 0, vehicleCount: vehicles};
  t.like(over, {...same, serial: 2, extractedAt, digest});
  t.is((await readExport(t, directory, over)).changes.size, 0);
  for (const file of [path, extract]) {
    t.like((await importFile(t, file, prefix)).summary, {outcome: 'already-current'}, file);
  }
});

test('an export whose release was rolled back is refused, and an extract whose export was', async t => {
  const {client, prefix} = anInstallation(t);
  for (const n of [0, 1]) await importFile(t, await markedExtract(t, n), prefix);
  const directory = aFolder(t);
  const {manifest} = await exportRelease({client, prefix, directory, policy, say: () => {}});
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'wrong');
  const path = join(directory, String(manifest.serial), manifestName);
  const refused = {
    name: 'GateRefused',
    message: /^refusals: the same extract was taken out of service as \S+-0002 at \S+: wrong; /,
  };
  await t.throwsAsync(importFile(t, path, prefix), refused);
  const {summary} = await importFile(t, path, prefix, {force: 'it is right'});
  t.is(summary.outcome, 'promoted');

  const other = anInstallation(t);
  await importFile(t, await markedExtract(t, 0), other.prefix);
  await importFile(t, path, other.prefix);
  await rollBack(other, await rollbackTarget(other), 'wrong');
  await t.throwsAsync(importFile(t, await markedExtract(t, 1), other.prefix), refused);
});

test('an export of what is live is imported although a generation with the same vehicles was rolled back', async t => {
  const {client, prefix} = anInstallation(t);
  const [extract, directory] = [await markedExtract(t, 0), aFolder(t)];
  await importFile(t, extract, prefix);
  await exportRelease({client, prefix, directory, policy, say: () => {}});
  const again = await importFile(t, extract, prefix, {force: 'its names were wrong', full: true});
  t.is(again.summary.outcome, 'promoted');
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'no better');
  const {summary} = await importFile(t, join(directory, '1', manifestName), prefix);
  t.is(summary.outcome, 'promoted');
});

const anExport = sharedFixture(test, async scope => {
  const zip = await extractZip(someRecords(150));
  return await exported(scope, await anExtractFile(scope, zip));
});

/** A copy of an export, to be spoilt. */
const aCopy = async (t: ExecutionContext) => {
  const folder = aFolder(t);
  const {folder: source, manifest} = await anExport();
  cpSync(source, folder, {recursive: true});
  const path = join(folder, manifestName);
  const change = (members: Partial<Export>) =>
    writeFileSync(path, JSON.stringify({...manifest, ...members}));
  const changePart = (members: Partial<Export['files'][number]>) =>
    change({
      files: manifest.files.map(file => (file.name === part ? {...file, ...members} : file)),
    });
  return {path, part: join(folder, part), manifest, change, changePart};
};

type Copy = Awaited<ReturnType<typeof aCopy>>;

const part = 'vehicles-0002.ndjson.zst';

/** The part with other lines, as if it had been exported so. */
const rewrite = ({part, changePart}: Copy, change: (lines: string) => string): void => {
  const content = zstdCompressSync(change(zstdDecompressSync(readFileSync(part)).toString()));
  writeFileSync(part, content);
  changePart({bytes: content.length, sha256: hash('sha256', content)});
};

type Refusals = Readonly<Record<string, readonly [spoil: (copy: Copy) => void, sentence: RegExp]>>;

/** What is done to the files of an export, and the sentence that refuses it. */
const unusable: Refusals = {
  'a part that is damaged': [
    ({part}) => {
      const content = readFileSync(part);
      content.writeUInt32LE(0x7777_7777, content.length >> 1);
      writeFileSync(part, content);
    },
    /^vehicles-0002\.ndjson\.zst cannot be read \(.+\)\. Copy the export again/,
  ],
  'a part of another export': [
    ({changePart}) => changePart({sha256: '0'.repeat(64)}),
    /^vehicles-0002\.ndjson\.zst has a different SHA-256 from its manifest\. Copy/,
  ],
  'a part that is truncated': [
    ({part}) => truncateSync(part, 10),
    /^vehicles-0002\.ndjson\.zst has 10 bytes, of [\d,]+\. Copy/,
  ],
  'a missing part': [
    ({part}) => rmSync(part),
    /^vehicles-0002\.ndjson\.zst is missing next to its manifest\. Copy/,
  ],
  'fewer vehicles in a part': [
    ({changePart}) => changePart({vehicles: 59}),
    /^The manifest names files of 149 vehicles, of 150: .+\. Pass the manifest\.json of a complete export/,
  ],
  'the changes alone': [
    ({change}) => change({files: []}),
    /^The manifest names files of 0 vehicles, of 150: those of an older release are deleted\. Pass/,
  ],
  'a state that is not ready': [
    ({change}) => change({state: 'Building'}),
    /^The manifest has the state Building\. Pass/,
  ],
  'another schema version': [
    ({change, manifest}) => change({schemaVersion: manifest.schemaVersion - 1}),
    /^The export has the schema version \d+, and this release imports \d+\. Import it with the release/,
  ],
  'a manifest of something else': [
    ({path}) => writeFileSync(path, '{"KoeretoejIdent":"1"}\n'),
    /^The manifest is not one that an export writes\. Pass/,
  ],
};

for (const [what, [spoil, message]] of Object.entries(unusable)) {
  test(`an export is refused that has ${what}`, async t => {
    const copy = await aCopy(t);
    spoil(copy);
    const read = async () => {
      await using extract = await anExtract(copy.path);
      for await (const _ of extract.bytes);
    };
    await t.throwsAsync(read, {name: 'ExtractRefused', message});
  });
}

/** What is done to its vehicles, and the sentence of the gate. */
const judged: Refusals = {
  'a vehicle that is another': [
    copy => rewrite(copy, lines => lines.replace(/"vin":"[^"]+"/, '"vin":"ABC"')),
    /^digest: the vehicles have the digest [0-9a-f]{16}; limit: that of the manifest, [0-9a-f]{16}\. Copy/,
  ],
  'a line that is no vehicle': [
    copy => rewrite(copy, lines => lines.replace(/"vin":"[^"]+"/, '"vin":7')),
    /^rejects: 1 of 150 records .* were rejected: NotAVehicle 1; /,
  ],
};

for (const [what, [spoil, sentence]] of Object.entries(judged)) {
  test(`an export is refused with nothing left that has ${what}`, async t => {
    const copy = await aCopy(t);
    spoil(copy);
    const {run, indices} = anInstallation(t);
    const {code, stderr} = await run('import', copy.path);
    t.is(code, 65, stderr);
    t.regex(stderr.split('The extract was refused: ')[1] ?? stderr, sentence);
    t.deepEqual(await indices(), {});
  });
}

test('of an export some lines can be looked at, all be checked, and others put live by force', async t => {
  const copy = await aCopy(t);
  const {run, vehicles} = anInstallation(t);
  const some = await run('import', '--limit', '70', '--json', copy.path);
  t.like(JSON.parse(some.stdout), {outcome: 'held', records: 70, because: '--limit was given'});
  const dry = await run('import', '--dry-run', '--json', copy.path);
  t.like(JSON.parse(dry.stdout), {outcome: 'dry-run', records: 150, vehicles: 150});
  rewrite(copy, lines => lines.replace(/"vin":"[^"]+"/, '"vin":7'));
  t.is((await run('import', '--force', 'one is lost', copy.path)).code, 0);
  t.is(await vehicles(), 149);
});
