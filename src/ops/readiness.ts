import {setTimeout as wait} from 'node:timers/promises';
import {Gauge, Registry} from 'prom-client';
import {DatasetNotLoaded, KeysUnavailable, SearchUnavailable} from '#core/domain/outages.ts';
import {messagesOf} from '#core/log/fault-log.ts';
import type {Log} from '#core/log/log.ts';
import type {MetricValues} from '#core/metrics.ts';

/** Resolves to a description of a healthy engine; rejects if the engine is not healthy. */
export type HealthCheck = () => Promise<string>;

export type CheckResult = {
  readonly healthy: boolean;
  readonly found: string;
  /** Of an unhealthy engine: when a check first found it so. */
  readonly since?: string;
};

export type Readiness = {
  readonly status: 'ready' | 'not ready' | 'stopping';
  readonly checks: Readonly<Record<string, CheckResult>>;
};

/** How long the result of a check is shared, so that probes do not load an engine. */
const sharedMs = 1000;

/** Longer than the clients of the engines wait, and shorter than probes do. */
const timeoutMs = 2000;

const inTime = (check: HealthCheck): Promise<string> => {
  const late = wait(timeoutMs, undefined, {ref: false}).then(() => {
    throw new Error(`The check took longer than ${timeoutMs} ms.`);
  });
  return Promise.race([check(), late]);
};

/** The errors whose messages name no host and no index, so that everybody who reaches the port may read them. */
const tellable = [DatasetNotLoaded, KeysUnavailable, SearchUnavailable];

const findingOf = (error: unknown): string =>
  error instanceof Error && tellable.some(kind => error instanceof kind)
    ? error.message
    : 'The check failed; the log has the cause.';

/** Makes a check that runs once at a time. It logs when it starts to fail, fails for another cause, or passes again. */
const shared = (name: string, check: HealthCheck, log: Log) => {
  let result: Promise<CheckResult> | undefined;
  let failure: {readonly causes: string; readonly since: string} | undefined;

  const run = async (): Promise<CheckResult> => {
    try {
      const found = await inTime(check);
      if (failure !== undefined) log.info({check: name}, 'A readiness check passes again.');
      failure = undefined;
      return {healthy: true, found};
    } catch (error) {
      const causes = messagesOf(error);
      if (causes !== failure?.causes) {
        log.error({check: name, err: error}, 'A readiness check fails.');
      }
      const {since} = failure ?? {since: new Date().toISOString()};
      failure = {causes, since};
      return {healthy: false, found: findingOf(error), since};
    } finally {
      setTimeout(() => {
        result = undefined;
      }, sharedMs).unref();
    }
  };
  return (): Promise<CheckResult> => {
    result ??= run();
    return result;
  };
};

/** Whether all checks pass, and the service is not about to stop. */
export const statusOf = (checks: Readiness['checks'], isStopping: boolean): Readiness['status'] => {
  if (isStopping) return 'stopping';
  return Object.values(checks).every(({healthy}) => healthy) ? 'ready' : 'not ready';
};

/** The result of each check as a metric. */
export const readinessMetrics = ({checks}: Readiness): Promise<MetricValues> => {
  const registry = new Registry();
  const passing = new Gauge({
    name: 'readiness_check_passing',
    help: 'Whether each check of /health/ready passes: 1 or 0.',
    labelNames: ['check'],
    registers: [registry],
  });
  for (const [check, {healthy}] of Object.entries(checks)) passing.set({check}, Number(healthy));
  return registry.getMetricsAsJSON();
};

/** Runs all checks at once; their results are at most a second old. */
export const readinessOf = (
  all: Readonly<Record<string, HealthCheck>>,
  isStopping: () => boolean,
  log: Log,
): (() => Promise<Readiness>) => {
  const checks = Object.entries(all).map(
    ([name, check]) => [name, shared(name, check, log)] as const,
  );
  return async () => {
    const results = checks.map(async ([name, check]) => [name, await check()] as const);
    const found = Object.fromEntries(await Promise.all(results));
    return {status: statusOf(found, isStopping()), checks: found};
  };
};
