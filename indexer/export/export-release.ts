import {hash} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {constants, createZstdCompress} from 'node:zlib';
import {isDiskFull, OperationalError, TryLater, UsageError} from '#core/command-line/errors.ts';
import {lockFile} from '#core/command-line/file-lock.ts';
import {DamagedManifest, readExports} from '#core/exports.ts';
import {readReleases} from '#core/releases.ts';
import {Export, type ExportFile, PartialExport} from '#mappings/export.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import type {Release} from '#mappings/release.ts';
import {contentJson, mappingVersion, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {differingByDigests} from '../changes/differing-vehicles.ts';
import {readDocuments} from '../changes/write-changes.ts';
import {
  liveGeneration,
  requireOpen,
  type StoredGeneration,
  servableMeta,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {CandidateLost, isMissing} from '../write/errors.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {chunksOf} from '../write/iteration.ts';
import type {RetryPolicy} from '../write/retry.ts';
import {vehiclesById} from '../write/vehicles-by-id.ts';
import {exportFolder, pruneExports, requireDirectory, requireRoom, sizeOf} from './folder.ts';
import {parquetWriter} from './parquet.ts';

export type ExportOptions = Indices & {
  readonly directory: string;
  readonly policy: RetryPolicy;
  /** Receives sentences for the operator. */
  readonly say: (sentence: string) => void;
  readonly vehiclesPerPart?: number;
};

/** The result as `--json` prints it. */
export type Exported = {
  readonly outcome: 'exported' | 'already-exported';
  readonly manifest: Export;
  /** Files of older exports that were deleted. */
  readonly deleted: number;
};

/**
 * The number of vehicles read in one request. Responses with 2,000 (4 MB each) were no faster, and doubled the 99th
 * percentile of lookups meanwhile.
 */
const documentsAtOnce = 250;

/** One export, with everything that it uses. */
type Job = ExportOptions & {
  readonly release: Release;
  readonly folder: ReturnType<typeof exportFolder>;
  readonly convert: Awaited<ReturnType<typeof parquetWriter>>;
};

/** Writes lines of JSON, compressed. Resolves to the number of lines. */
const compress = async (
  lines: AsyncIterable<readonly string[]>,
  to: string,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  async function* texts() {
    for await (const some of lines) {
      count += some.length;
      yield some.map(line => `${line}\n`).join('');
    }
  }
  const zstd = createZstdCompress({params: {[constants.ZSTD_c_checksumFlag]: 1}});
  await pipeline(texts, zstd, createWriteStream(to), {signal});
  return count;
};

/** Writes both files of a part, or of the changes. */
const writeBoth = async (
  {folder, convert, policy: {signal}}: Job,
  name: string,
  lines: AsyncIterable<readonly string[]>,
): Promise<readonly ExportFile[]> => {
  const json = await folder.put(`${name}.ndjson.zst`, to => compress(lines, to, signal));
  if (!convert) return [json];
  const from = folder.path(json.name);
  const kind = name === 'changes' ? name : 'vehicles';
  const parquet = await folder.put(`${name}.parquet`, to => convert(from, to, kind, signal));
  if (parquet.vehicles === json.vehicles) return [json, parquet];
  throw new Error(`${parquet.name} has ${parquet.vehicles} rows, of ${json.vehicles} vehicles.`);
};

/** Writes the next part of all vehicles; undefined if none are left. */
const writePart = async (job: Job, state: PartialExport): Promise<PartialExport | undefined> => {
  const {client, prefix, release, policy, vehiclesPerPart = 500_000} = job;
  const index = indexNames(prefix, release.version).vehicles;
  const size = Math.min(documentsAtOnce, vehiclesPerPart);
  const pages = vehiclesById<VehicleDocument>(client, index, {size, after: state.after}, policy);
  let [left, after, digest] = [vehiclesPerPart, state.after, BigInt(`0x${state.digestSoFar}`)];
  const first = await pages.next();
  if (first.done) return undefined;
  async function* lines() {
    for (let page = first; !page.done; page = await pages.next()) {
      const hits = page.value.slice(0, left);
      const contents = hits.map(({_source}) => contentJson(_source as VehicleDocument));
      for (const content of contents) digest += hash('sha256', content, 'buffer').readBigUInt64BE();
      yield contents;
      after = hits.at(-1)?._id ?? after;
      left -= hits.length;
      if (left === 0) return;
    }
  }
  const parts = state.files.filter(({name}) => name.endsWith('.zst')).length;
  const name = `vehicles-${String(parts + 1).padStart(4, '0')}`;
  const files = await writeBoth(job, name, lines());
  const digestSoFar = BigInt.asUintN(64, digest).toString(16).padStart(16, '0');
  return {...state, files: [...state.files, ...files], after, digestSoFar};
};

/** Writes the differences from an earlier export: each vehicle whose line changed, was added or was removed. */
const writeChanges = async (
  job: Job,
  state: PartialExport,
  before: Export,
): Promise<PartialExport> => {
  const {client, prefix, release, policy} = job;
  const to = indexNames(prefix, release.version).vehicles;
  async function* lines() {
    if (before.version === release.version) return;
    for await (const all of differingByDigests(job, [before, release], policy)) {
      for (const ids of chunksOf(all, documentsAtOnce)) {
        const documents = await readDocuments(client, to, ids, policy);
        yield documents.map((document, at) => {
          const vehicle = document ? contentJson(document) : 'null';
          return `{"id":${JSON.stringify(ids[at])},"vehicle":${vehicle}}`;
        });
      }
    }
  }
  const files = await writeBoth(job, 'changes', lines());
  const changedVehicles = files[0]?.vehicles ?? 0;
  return {
    ...state,
    files: [...state.files, ...files],
    previousSerial: before.serial,
    changedVehicles,
  };
};

/** The newest earlier export, if its vehicles can still be compared with the live ones. */
const comparable = (
  earlier: readonly Export[],
  stored: readonly StoredGeneration[],
): Export | undefined => {
  const newest = earlier.find(({state}) => state === 'Ready');
  const generation = stored.find(({version}) => version === newest?.version);
  const isOpen = generation?.isBeingDeleted === false && generation.closed.length === 0;
  return isOpen && newest?.schemaVersion === mappingVersion ? newest : undefined;
};

const begun = (release: Release): PartialExport =>
  PartialExport.parse({
    ...release,
    ...{state: 'Building', schemaVersion: mappingVersion, previousSerial: null},
    ...{changedVehicles: null, files: [], after: null, digestSoFar: '0'.repeat(16)},
  });

/** The files of an export do not match its release. */
class ExportDiffers extends OperationalError {}

/** Writes the missing parts of an export; a later run resumes after the last complete part. */
const writeMissing = async (
  job: Job,
  earlier: readonly Export[],
  stored: readonly StoredGeneration[],
): Promise<Export> => {
  const {folder, release, say} = job;
  const known = await folder.partial();
  const isSame = known?.version === release.version && known.schemaVersion === mappingVersion;
  let state = isSame ? {...known, state: 'Building' as const, reason: undefined} : begun(release);
  if (!isSame) await folder.clear();
  await folder.save(state);
  try {
    for (let next = await writePart(job, state); next; next = await writePart(job, state)) {
      state = next;
      await folder.save(state);
    }
    if (state.digestSoFar !== release.digest) {
      throw new ExportDiffers(
        `The vehicles of ${release.version} have the digest ${state.digestSoFar}, and their release has ${release.digest}. Run "export" again; if that ends here again, import the extract with --full and --force "<reason>".`,
      );
    }
    const before = comparable(earlier, stored);
    if (before) state = await writeChanges(job, state, before);
    else if (earlier.length > 0)
      say('There is no earlier export with its vehicles, so this one has no changes.');
  } catch (error) {
    if (job.policy.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const kept = error instanceof ExportDiffers ? begun(release) : state;
    // This gives a full disk room for the manifest.
    await folder.clear(kept.files);
    await folder.save({...kept, state: 'Failed', reason});
    throw error;
  }
  const manifest = Export.parse({...state, state: 'Ready'});
  await folder.save(manifest);
  return manifest;
};

/** Keeps installations that share a folder, or one whose serials restarted, from mixing files. @throws {UsageError} */
const requireOwn = (
  exports: readonly Export[],
  releases: Awaited<ReturnType<typeof readReleases>>,
  {serial}: Release,
  directory: string,
): void => {
  const released = new Map(releases.map(({release}) => [release.serial, release.releasedAt]));
  const other = exports.find(
    each =>
      each.serial > serial || (released.get(each.serial) ?? each.releasedAt) !== each.releasedAt,
  );
  if (!other) return;
  throw new UsageError(
    `${directory} has files of serial ${other.serial}, ${other.version}, and the live release has serial ${serial}: they belong to another installation, or its record of releases was lost. Empty the folder, or set EXPORTS_DIRECTORY to another one.`,
  );
};

/** Errors of DuckDB carry only the text of the system. */
const isFull = (error: unknown): boolean =>
  isDiskFull(error) ||
  (error instanceof Error && error.message.includes('No space left on device'));

/** Turns errors of the system and of Elasticsearch that an operator can remedy into sentences. */
const toSentence = (error: unknown, directory: string): unknown => {
  if (isFull(error)) {
    return new TryLater(
      `${directory} is full. Free disk space, then run "export": it resumes where it stopped.`,
      {cause: error},
    );
  }
  if (error instanceof DamagedManifest) return new OperationalError(error.message, {cause: error});
  if (!isMissing(error) && !(error instanceof CandidateLost)) return error;
  return new TryLater('The generation was removed while it was exported. Run "export" again.', {
    cause: error,
  });
};

/** @throws {UsageError} If no release is live. */
const liveRelease = async ({client, prefix}: Indices): Promise<Release> => {
  const [live] = await readReleases(client, prefix, 'live');
  if (live) return live.release;
  const generation = await liveGeneration({client, prefix});
  if (!generation)
    throw new UsageError('No release is live, so there is nothing to export. Import an extract.');
  throw new OperationalError(
    `${toVersion(generation)} is live, but the record of its release was lost with its index ${prefix}changes-…. Wait for the next import to go live, or "import" the same extract with --force "<reason>".`,
  );
};

/**
 * Writes the live release into files, unless they exist, and deletes older files that are not kept.
 *
 * Throws `UsageError` without a live generation or a folder, `TryLater` if another export writes there, the
 * generation is removed meanwhile or there is no room, and the reason of the signal.
 */
export const exportRelease = async (options: ExportOptions): Promise<Exported> => {
  const {directory, policy} = options;
  const {client, prefix} = untilAborted(options, policy.signal);
  await requireDirectory(directory);
  const lock = lockFile(`${directory}/lock`);
  if (!lock)
    throw new TryLater(`Another export is writing to ${directory}. Wait until it has ended.`);
  try {
    const release = await liveRelease({client, prefix});
    const stored = await storedGenerations({client, prefix});
    const generation = stored.find(({version}) => version === release.version);
    if (!generation) throw new TryLater(`${release.version} was removed. Run "export" again.`);
    requireOpen(generation);
    servableMeta(generation);
    const exports = await readExports(directory);
    requireOwn(exports, await readReleases(client, prefix, 'all'), release, directory);
    const current = exports.find(({serial}) => serial === release.serial);
    const earlier = exports.filter(({serial}) => serial < release.serial);
    const folder = exportFolder(directory, release.serial);
    const isReady = current?.state === 'Ready' && (await folder.has(current));
    const write = async () => {
      // The unfinished files of a killed export are written again; deleting them first frees their room.
      await folder.clear(current?.files);
      const written = current ? sizeOf(current) : 0;
      await requireRoom(directory, release.vehicleCount, earlier, written);
      const convert = await parquetWriter();
      if (!convert) options.say('DuckDB is not installed, so there are no Parquet files.');
      const job = {...options, client, prefix, release, folder, convert};
      return await writeMissing(job, earlier, stored);
    };
    const manifest = isReady ? current : await write();
    const versions = new Set(stored.map(({version}) => version));
    const deleted = await pruneExports(directory, release.serial, earlier, versions);
    return {outcome: isReady ? 'already-exported' : 'exported', manifest, deleted};
  } catch (error) {
    policy.signal.throwIfAborted();
    throw toSentence(error, directory);
  } finally {
    lock.close();
  }
};
