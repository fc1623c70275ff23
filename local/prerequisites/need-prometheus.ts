import {existsSync} from 'node:fs';
import {glob, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import {OperationalError} from '#core/command-line/errors.ts';
import type {Print} from '../processes/run.ts';
import {apt, aptGet, onPath} from './need.ts';

const folder = join(import.meta.dirname, '../../.local/prometheus');

/**
 * Unpacks the programs of a Debian package without installing it: its service would run now and after
 * every boot. That takes no root, but the lists of packages, which root updates.
 */
const unpack = async (name: string, print: Print): Promise<void> => {
  if (!existsSync(aptGet)) return;
  print(`Downloading ${name} with apt-get …`);
  await mkdir(folder, {recursive: true});
  const download = () => execa(aptGet, ['-q', 'download', name], {cwd: folder, reject: false});
  if ((await download()).failed && (await apt('update'))) await download();
  for await (const file of glob(`${name}_*.deb`, {cwd: folder})) {
    const unpacked = execa('dpkg-deb', ['--fsys-tarfile', file], {cwd: folder, buffer: false});
    await unpacked.pipe('tar', ['--extract', './usr/bin'], {cwd: folder});
  }
};

/** The path of a program that Debian has in this package. */
const needFrom = async (name: string, programs: readonly string[], print: Print) => {
  const own = programs.map(program => join(folder, 'usr/bin', program));
  const find = async () => (await onPath(programs)) ?? own.find(existsSync);
  if ((await find()) === undefined) await unpack(name, print);
  const found = await find();
  if (found !== undefined) return found;
  throw new OperationalError(
    `${programs[0]} is missing. Install it on the PATH from a release of Prometheus (brew install prometheus node_exporter).`,
  );
};

/** The paths of the programs that test the alerts. */
export const needPrometheus = async (print: Print) => ({
  promtool: await needFrom('prometheus', ['promtool'], print),
  prometheus: await needFrom('prometheus', ['prometheus'], print),
  nodeExporter: await needFrom(
    'prometheus-node-exporter',
    ['node_exporter', 'prometheus-node-exporter'],
    print,
  ),
});
