import type {Worker} from 'node:cluster';
import {combined, type MetricValues} from '../ops/metrics.ts';
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

/** Those that count on when their process is gone; its memory and what waits in it are gone, too. */
const counting = (values: MetricValues): MetricValues =>
  values.filter(({type}) => ['counter', 'histogram'].includes(String(type)));

/**
 * The metrics of all processes, and the facts as one of them knows them. What a process has counted counts
 * on when it is gone, so that no counter goes back.
 */
const serviceMetrics = ({listening}: ServiceProcesses) => {
  const living = new Map<number, MetricValues>();
  let ended: Promise<MetricValues> = Promise.resolve([]);
  const end = async (earlier: Promise<MetricValues>, values: MetricValues) =>
    await combined([await earlier, counting(values)]).getMetricsAsJSON();

  return async (): Promise<readonly MetricValues[]> => {
    const workers = listening();
    for (const [id, values] of living) {
      if (workers.some(worker => worker.id === id)) continue;
      living.delete(id);
      ended = end(ended, values);
    }
    const [first] = workers;
    const facts = first && ask(first, 'facts');
    await Promise.all(
      workers.map(async worker => {
        const values = await ask(worker, 'metrics');
        if (values !== undefined) living.set(worker.id, values);
      }),
    );
    // Both as they are now: another reader may move a process from one to the other meanwhile.
    const [ofEnded, ofLiving] = [ended, [...living.values()]];
    return [await ofEnded, ...ofLiving, (await facts) ?? []];
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
