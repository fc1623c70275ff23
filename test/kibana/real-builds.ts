import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {GateRefused} from '#indexer/generations/check.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {loggedEvents} from '../helpers/engines/logged-events.ts';
import {extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFile} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {startIndexer} from '../helpers/processes/run-indexer.ts';
import type {Scope} from '../helpers/scope.ts';

const fleet = someRecords(2000);

/** A record that is rejected: few enough for the gate. */
const withoutIdent = fleet[0]?.replace(/<ns:KoeretoejIdent>\d+<\/ns:KoeretoejIdent>/, '') ?? '';

const notUtf8 = Buffer.from(
  fleet[1]?.replace('KoeretoejIdent>', 'KoeretoejIdent>\u00e6') ?? '',
  'latin1',
);

const anExtract = async (t: Scope, day: string, records: readonly (string | Uint8Array)[]) =>
  aFile(t, await extractZip(records), `ESStatistikListeModtag-202611${day}-031500.zip`);

/**
 * Builds of the indexer itself and what it logged of them: the first goes live, the second is refused
 * for its few vehicles, the third is held, the fourth is killed before its flip, and the fifth finds the
 * extract of the first again.
 */
export const realBuilds = async (t: Scope) => {
  const {client, prefix} = anInstallation(t);
  const importAs = (file: string, given = {}) => importFile(t, file, prefix, given);
  const first = await anExtract(t, '01', [...fleet, withoutIdent]);
  const {summary} = await importAs(first);

  const few = importAs(await anExtract(t, '08', fleet.slice(0, 200)));
  await few.catch((error: unknown) => {
    if (!(error instanceof GateRefused)) throw error;
  });
  await importAs(await anExtract(t, '15', fleet), {promote: false});
  const killed = await anExtract(t, '16', [...fleet, withoutIdent, notUtf8]);
  await killedBeforeFlip(t, prefix, killed, async () =>
    (await loggedEvents({client, prefix})).some(
      ({build, event, phase}) => build === 4 && event === 'phase-ended' && phase === 'comparing',
    ),
  );
  await importAs(first);
  return {client, prefix, live: summary.version, events: await loggedEvents({client, prefix})};
};

/** Starts an import whose flip is never answered, and kills it once it is `ready`. */
const killedBeforeFlip = async (
  t: Scope,
  prefix: string,
  file: string,
  ready: () => Promise<boolean>,
) => {
  const address = await engineProxy(t, ({path}) => (path === '/_aliases' ? 'hang' : 'pass'));
  const env = {INDEX_PREFIX: prefix, ELASTICSEARCH_NODES: address};
  const {child, ended} = startIndexer(t, ['import', file], env);
  child.stdin.end();
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error((await ended).stderr);
    await wait(100);
  }
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};
