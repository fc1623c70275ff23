import {digits} from '#core/command-line/figures.ts';
import type {IndexingConfig} from '#indexer/config.ts';
import {needRoom, openFolder} from '#indexer/fetch/extract-folder.ts';
import {sourceAt} from '#indexer/fetch/fetch-extract.ts';
import type {Config} from '#src/config.ts';
import {factTable} from '#src/ops/service-facts.ts';
import {bad, type Check, type Checks, ok, warning} from './finding.ts';

/** The server of the extracts, and room for the newest of them. Nothing is downloaded. */
export const extractChecks = (config: IndexingConfig): Checks => ({
  extract: async signal => {
    const {extractUrl, fetchLimits, maxBytes, directory} = config;
    if (!extractUrl) {
      return warning('EXTRACT_URL is not set. Set it for "update"; "import <file>" needs none.');
    }
    const {place, newest} = sourceAt(extractUrl, fetchLimits.stallMs, signal);
    const {name, size} = await newest();
    if (size === 0) return warning(`${name} at ${place} is empty: it is still uploading. Wait.`);
    if (size !== null && size > maxBytes) {
      return bad(`${name} has ${digits(size)} bytes, more than EXTRACT_MAX_BYTES. Raise that.`);
    }
    const {folder, lock} = await openFolder(directory);
    lock.close();
    needRoom(folder, size ?? 0, 'before the download');
    return ok(`${name} at ${place}, ${size === null ? 'size unknown' : `${digits(size)} bytes`}`);
  },
});

type Ready = {readonly checks?: Readonly<Record<string, {healthy: boolean; found: string}>>};

/** Where a login may not read, the metrics are missing and their alerts stay silent. */
const groups = [...new Set(Object.keys(factTable).map(name => name.replace(/_.*/s, '')))];

/** A running API, where one can be reached. */
export const apiChecks = ({opsHost, opsPort}: Config): Checks => {
  const at = `http://${opsHost}:${opsPort}`;
  const metrics: Check = async signal => {
    const said = await (await fetch(`${at}/metrics`, {signal})).text();
    const missing = groups.filter(group => !new RegExp(`^${group}_`, 'm').test(said));
    return missing.length === 0
      ? ok('those of the alerts are present')
      : warning(
          `None begins with ${missing.join('_ or ')}_, so their alerts stay silent. Import an extract; let the API's login read index-builds-* and call INFO.`,
        );
  };
  return {
    api: async signal => {
      const response = await fetch(`${at}/health/ready`, {signal}).catch(() => undefined);
      if (!response) {
        return warning(`No API answers at ${at}. Start it, or set OPS_HOST and OPS_PORT to one.`);
      }
      const {checks = {}} = (await response.json()) as Ready;
      const failed = Object.entries(checks).filter(([, {healthy}]) => !healthy);
      return failed.length === 0
        ? [ok(`ready at ${at}`), ...[await metrics(signal)].flat()]
        : failed.map(([name, {found}]) => bad(`${name}: ${found} See its log.`));
    },
  };
};
