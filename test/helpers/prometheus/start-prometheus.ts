import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {needPrometheus} from '#local/prerequisites/need.ts';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';
import {freePort} from '../servers/free-port.ts';

/** Starts a process, which does not outlive the test. */
const startProcess = (t: Scope, command: string, args: readonly string[], cwd: string) => {
  const child = spawn(command, args, {cwd, stdio: 'ignore'});
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
};

type Answer<Data> = {readonly status: string; readonly data: Data};

type Alert = {readonly labels: Readonly<Record<string, string>>; readonly state: string};

type Options = {
  /** The text of a file of rules. */
  readonly rules: string;
  /** The addresses to scrape, by job. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
};

/** A real Prometheus that scrapes these targets every three seconds, and evaluates these rules every second. */
export const startPrometheus = async (t: Scope, {rules, targets}: Options) => {
  const {prometheus} = await needPrometheus(() => {});
  const folder = aFolder(t);
  const address = `127.0.0.1:${await freePort()}`;
  const jobs = Object.entries(targets).map(([job_name, targets]) => ({
    job_name,
    static_configs: [{targets}],
  }));
  const every = {scrape_interval: '3s', evaluation_interval: '1s'};
  await writeFile(join(folder, 'rules.yml'), rules);
  // JSON is YAML.
  const config = {global: every, rule_files: ['rules.yml'], scrape_configs: jobs};
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  startProcess(
    t,
    prometheus,
    [`--web.listen-address=${address}`, '--config.file=prometheus.yml', '--storage.tsdb.path=data'],
    folder,
  );
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://${address}/api/v1/${path}`);
    const {status, data} = (await response.json()) as Answer<Data>;
    if (status !== 'success') throw new Error(`Prometheus answered ${response.status}.`);
    return data;
  };
  while (!(await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok) await wait(100);

  /** The names of the alerts that fire. */
  const firing = async (): Promise<readonly string[]> => {
    const {alerts} = await ask<{readonly alerts: readonly Alert[]}>('alerts');
    return alerts.flatMap(({state, labels}) =>
      state === 'firing' ? (labels['alertname'] ?? '') : [],
    );
  };
  const until = async (holds: (all: readonly string[]) => boolean) => {
    for (;;) {
      const all = await firing();
      if (holds(all)) return all.toSorted();
      await wait(200);
    }
  };
  return {
    /** Waits until this alert fires. Returns all that fire. */
    untilFiring: (alert: string) => until(all => all.includes(alert)),
    /** Waits until this alert no longer fires. */
    untilQuiet: (alert: string) => until(all => !all.includes(alert)),
    /** The current values of an expression. */
    query: async (expression: string): Promise<readonly unknown[]> =>
      (await ask<{readonly result: unknown[]}>(`query?query=${encodeURIComponent(expression)}`))
        .result,
  };
};

/** Starts a real node_exporter. Returns its address. */
export const startNodeExporter = async (t: Scope): Promise<string> => {
  const {nodeExporter} = await needPrometheus(() => {});
  const address = `127.0.0.1:${await freePort()}`;
  const only = ['--collector.disable-defaults', '--collector.filesystem'];
  startProcess(t, nodeExporter, [`--web.listen-address=${address}`, ...only], '/');
  return address;
};
