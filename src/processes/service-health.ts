import type {Worker} from 'node:cluster';
import {AggregatorRegistry} from 'prom-client';
import type {MetricValues} from '../ops/metrics.ts';
import type {OpsOptions} from '../ops/ops-server.ts';
import {type Readiness, statusOf} from '../ops/readiness.ts';
import {ask} from './questions.ts';

export type ServiceProcesses = {
  /** The worker processes that requests are given to. */
  readonly listening: () => readonly Worker[];
  /** How many there should be. */
  readonly count: number;
  readonly isStopping: () => boolean;
};

const sum = (all: Iterable<MetricValues>) => AggregatorRegistry.aggregate([...all]);

/**
 * The metrics of all processes added up. What a process has told last counts on when it is gone, so that
 * no counter goes back.
 */
const serviceMetrics = ({listening}: ServiceProcesses) => {
  const living = new Map<number, MetricValues>();
  let ended: Promise<MetricValues> = Promise.resolve([]);
  const end = async (earlier: Promise<MetricValues>, values: MetricValues) =>
    await sum([await earlier, values]).getMetricsAsJSON();

  return async (): Promise<string> => {
    const workers = listening();
    for (const [id, values] of living) {
      if (workers.some(worker => worker.id === id)) continue;
      living.delete(id);
      ended = end(ended, values);
    }
    await Promise.all(
      workers.map(async worker => {
        const values = await ask(worker, 'metrics');
        if (values !== undefined) living.set(worker.id, values);
      }),
    );
    // Both as they are now: another reader may move a process from one to the other meanwhile.
    const [ofEnded, ofLiving] = [ended, [...living.values()]];
    return await sum([await ofEnded, ...ofLiving]).metrics();
  };
};

/** The result of each check: the first unhealthy one of any process, or else any. */
const worstOf = (all: readonly Readiness[]): Readiness['checks'] =>
  Object.fromEntries(
    all
      .flatMap(({checks}) => Object.entries(checks))
      .toSorted(([, a], [, b]) => Number(b.healthy) - Number(a.healthy)),
  );

/** Health and metrics of a service of several processes, as those of one. */
export const serviceHealth = (processes: ServiceProcesses): OpsOptions => {
  const {listening, count, isStopping} = processes;
  const askAll = async () => {
    const asked = listening();
    const answers = await Promise.all(asked.map(worker => ask(worker, 'readiness')));
    return {asked: asked.length, told: answers.filter(answer => answer !== undefined)};
  };

  return {
    isLive: async () => {
      const answers = await Promise.all(listening().map(worker => ask(worker, 'isLive')));
      return answers.every(isLive => isLive === true);
    },
    readiness: async () => {
      const {asked, told} = await askAll();
      const checks = {
        ...worstOf(told),
        processes: {
          healthy: told.length > 0 && told.length === asked,
          found: `${told.length} of ${count} answer`,
        },
      };
      return {status: statusOf(checks, isStopping()), checks};
    },
    metrics: serviceMetrics(processes),
  };
};
