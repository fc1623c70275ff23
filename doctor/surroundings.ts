import {existsSync} from 'node:fs';
import {access, constants, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {digits} from '#core/command-line/figures.ts';
import type {IndexingConfig} from '#indexer/config.ts';
import {extractsIn, needRoom, notWritable} from '#indexer/fetch/extract-folder.ts';
import {sourceAt} from '#indexer/fetch/fetch-extract.ts';
import type {Config} from '#src/config.ts';
import type {Readiness} from '#src/ops/readiness.ts';
import {factTable} from '#src/ops/service-facts.ts';
import {bad, type Checks, unless, warning} from './finding.ts';

/** The folder, or the nearest one above it that exists. */
const existing = (folder: string): string =>
  existsSync(folder) ? folder : existing(dirname(folder));

const isWritable = async (folder: string): Promise<boolean> => {
  const isAllowed = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isAllowed && (await stat(folder)).isDirectory();
};

const folderOf = ({directory}: IndexingConfig): string => existing(resolve(extractsIn(directory)));

/** Checks the indexer's folder, which imports need, too. */
export const folderChecks = (config: IndexingConfig): Checks => ({
  folder: async () => {
    const folder = folderOf(config);
    return unless(folder, !(await isWritable(folder)) && bad(notWritable(folder).message));
  },
});

/** Checks the newest extract on its server, without downloading it, and the room for it. */
export const extractChecks = (config: IndexingConfig): Checks => ({
  extract: async signal => {
    const {extractUrl: url, fetchLimits, maxBytes} = config;
    if (!url)
      return [warning('EXTRACT_URL is not set. Set it, unless files are imported by hand.')];
    const {place, newest} = sourceAt(url, fetchLimits.stallMs, signal);
    const {name, size} = await newest();
    const bytes = Number(size);
    needRoom(folderOf(config), bytes, 'before the download');
    return unless(
      `${name} at ${place}: ${size === null ? 'size unknown' : `${digits(bytes)} bytes`}`,
      size === 0 && warning(`${name} at ${place} is empty. Wait for its upload.`),
      bytes > maxBytes && bad(`${name} has ${digits(bytes)} bytes. Raise EXTRACT_MAX_BYTES.`),
    );
  },
});

/** Checks the folder for the files of releases, if one is configured. */
export const exportChecks = ({exports: {directory}}: Config): Checks => ({
  exports: async () =>
    unless(
      directory ?? 'EXPORTS_DIRECTORY is not set: no files are written',
      directory !== undefined &&
        !(await isWritable(directory)) &&
        bad(
          `EXPORTS_DIRECTORY, ${directory}, is not a folder that this user can write to. Create it for the indexer.`,
        ),
    ),
});

/** The prefixes of the metrics of the facts: those that a login may not read are missing. */
const groups = new Set(Object.keys(factTable).map(name => name.replace(/_.*/s, '_')));

/** Checks a running API, if it can be reached. */
export const apiChecks = ({opsHost, opsPort}: Config): Checks => ({
  api: async signal => {
    const at = `http://${opsHost}:${opsPort}`;
    const response = await fetch(`${at}/health/ready`, {signal}).catch(() => undefined);
    if (!response) return [warning(`No API responds at OPS_HOST and OPS_PORT, ${at}. Start it.`)];
    const {checks} = (await response.json().catch(() => ({}))) as Partial<Readiness>;
    if (!checks)
      return [bad(`It is no API that responds at ${at}. Correct OPS_HOST and OPS_PORT.`)];
    const metrics = await (await fetch(`${at}/metrics`, {signal})).text();
    const missing = [...groups].filter(group => !new RegExp(`^${group}`, 'm').test(metrics));
    const advice = 'Import an extract; let the API read index-builds-* and call INFO.';
    return unless(
      `ready at ${at}, and the alerts have their metrics`,
      ...Object.values(checks).map(
        ({healthy, found}) => !healthy && bad(`Not ready: ${found} See its log.`),
      ),
      missing.length > 0 && warning(`No metric begins with ${missing.join(' or ')}. ${advice}`),
    );
  },
});
