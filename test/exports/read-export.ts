import {hash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {zstdDecompressSync} from 'node:zlib';
import {DuckDBInstance} from '@duckdb/node-api';
import type {ExecutionContext} from 'ava';
import type {Export} from '#mappings/export.ts';

/** The line of each vehicle, by its id. */
export type Lines = ReadonlyMap<string, string>;

const linesOf = (bytes: Buffer): readonly string[] => {
  const text = zstdDecompressSync(bytes).toString();
  return text === '' ? [] : text.trimEnd().split('\n');
};

/** What the files of an export hold, once each of them is what its manifest says. */
export const readExport = async (t: ExecutionContext, directory: string, manifest: Export) => {
  const folder = join(directory, String(manifest.serial));
  const [vehicles, changes] = [new Map<string, string>(), new Map<string, string | null>()];
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const {name, bytes, sha256, vehicles: count} of manifest.files) {
    const content = await readFile(join(folder, name));
    t.is(content.length, bytes, name);
    t.is(hash('sha256', content), sha256, name);
    if (name.endsWith('.parquet')) {
      const asked = `SELECT count(*), count(DISTINCT id) FROM read_parquet('${join(folder, name)}', hive_partitioning = false)`;
      const rows = (await connection.runAndReadAll(asked)).getRowsJson();
      t.deepEqual(rows, [[String(count), String(count)]], name);
      continue;
    }
    const lines = linesOf(content);
    t.is(lines.length, count, name);
    for (const line of lines) {
      const {id, vehicle} = JSON.parse(line) as {readonly id: string; readonly vehicle?: object};
      if (name.startsWith('vehicles-')) vehicles.set(id, line);
      else changes.set(id, vehicle ? line.slice(line.indexOf('"vehicle":') + 10, -1) : null);
    }
  }
  connection.closeSync();
  instance.closeSync();
  return {vehicles: vehicles as Lines, changes: changes as ReadonlyMap<string, string | null>};
};

/** The vehicles before with what differs. */
export const applied = (before: Lines, changes: ReadonlyMap<string, string | null>): Lines => {
  const after = new Map(before);
  for (const [id, line] of changes) {
    if (line === null) after.delete(id);
    else after.set(id, line);
  }
  return new Map(
    after
      .entries()
      .toArray()
      .toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  );
};
