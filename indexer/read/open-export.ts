import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {pipeline} from 'node:stream';
import {text} from 'node:stream/consumers';
import {createZstdDecompress} from 'node:zlib';
import {digits} from '#core/command-line/figures.ts';
import {Export, type ExportFile} from '#mappings/export.ts';
import {mappingVersion, VehicleContent} from '#mappings/vehicle-document.ts';
import {ExtractRefused} from './extract-refused.ts';
import {chunkBytes, type Input} from './open-input.ts';
import {asIdent, type ReadRecord} from './source-record.ts';
import {checkSize} from './unpack.ts';

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** @throws {ExtractRefused} unless it describes a complete export that this release can read. */
const readManifest = async ({stream}: Input) => {
  const {data} = Export.safeParse(parsed(await text(stream)));
  if (!data) throw new ExtractRefused('ManifestUnusable', 'is not one that an export writes');
  const {state, schemaVersion, vehicleCount, files} = data;
  if (state !== 'Ready') throw new ExtractRefused('ManifestUnusable', `has the state ${state}`);
  if (schemaVersion !== mappingVersion) {
    const versions = `${schemaVersion}, and this release imports ${mappingVersion}`;
    throw new ExtractRefused('ExportVersion', versions);
  }
  const parts = files.filter(({name}) => /^vehicles-.*\.ndjson\.zst$/.test(name));
  const named = parts.reduce((sum, {vehicles}) => sum + vehicles, 0);
  if (named !== vehicleCount) {
    const how = `names files of ${digits(named)} vehicles, of ${digits(vehicleCount)}`;
    throw new ExtractRefused('ManifestUnusable', `${how}: those of an older release are deleted`);
  }
  return {...data, parts};
};

const requirePart = async (folder: string, {name, bytes}: ExportFile): Promise<void> => {
  const found = await stat(join(folder, name)).catch(() => undefined);
  if (!found) throw new ExtractRefused('PartUnusable', `${name} is missing next to its manifest`);
  if (found.size === bytes) return;
  const how = `${name} has ${digits(found.size)} bytes, of ${digits(bytes)}`;
  throw new ExtractRefused('PartUnusable', how);
};

/**
 * Opens an export by its manifest: its content is that of all parts of its vehicles as NDJSON.
 *
 * @throws {ExtractRefused} if it is incomplete; reading the content throws it if a part is damaged.
 */
export const openExport = async (path: string, input: Input, maxBytes: number) => {
  const {parts, digest, extractedAt} = await readManifest(input);
  const folder = dirname(path);
  for (const part of parts) await requirePart(folder, part);
  let [fileBytes, contentBytes, isWhole] = [0, 0, false];

  async function* contentOf({name, sha256}: ExportFile): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    async function* measured(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        hash.update(chunk);
        fileBytes += chunk.length;
        yield chunk;
      }
    }
    const file = createReadStream(join(folder, name), {highWaterMark: chunkBytes});
    const engine = createZstdDecompress({chunkSize: chunkBytes});
    // Errors surface in the iteration below; `pipeline` requires a callback.
    pipeline(file, measured, engine, () => undefined);
    try {
      yield* engine;
    } catch (cause) {
      const how = `${name} cannot be read (${(cause as Error).message})`;
      throw new ExtractRefused('PartUnusable', how, {cause});
    }
    if (hash.digest('hex') === sha256) return;
    throw new ExtractRefused('PartUnusable', `${name} has a different SHA-256 from its manifest`);
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      for await (const chunk of contentOf(part)) {
        contentBytes += chunk.length;
        checkSize(contentBytes, fileBytes, maxBytes);
        yield chunk;
      }
    }
    isWhole = true;
  }

  const contentId = `export-${digest}`;
  return {
    format: 'export' as const,
    extractedAt,
    statedDigest: digest,
    statedContentId: contentId,
    contentId: () => (isWhole ? contentId : undefined),
    bytesRead: () => fileBytes,
    totalBytes: parts.reduce((sum, {bytes}) => sum + bytes, 0),
    bytes: content(),
  };
};

/** The vehicle in a line of an export. A rejected line reveals only its ident. */
export const readLine = (ordinal: number, line: string): ReadRecord => {
  const value = parsed(line);
  if (value === undefined) return {ordinal, reason: 'MalformedJson'};
  const {data: content, error} = VehicleContent.safeParse(value);
  if (content) return {ordinal, content};
  const detail = `not a vehicle: ${error.issues[0]?.path.join('.')}`;
  const {id} = Object(value) as {readonly id?: unknown};
  return {ordinal, reason: 'NotAVehicle', detail, ident: asIdent(String(id))};
};
