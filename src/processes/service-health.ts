import type {Worker} from 'node:cluster';
import {on} from 'node:events';
import {combined, type MetricValues} from '#core/metrics.ts';
import type {OpsAnswers} from '../ops/ops-server.ts';
import {type Readiness, statusOf} from '../ops/readiness.ts';

type Question = keyof OpsAnswers;
type Answer<Q extends Question> = Awaited<ReturnType<OpsAnswers[Q]>>;
type Asked = {readonly question: Question; readonly number: number};
type Answered = {readonly answer: Answer<Question>; readonly number: number};

/** Longer than the slowest check of a worker takes, and shorter than probes wait. */
const answerTimeoutMs = 2500;

/** In a worker: answers the primary, for as long as both live. */
export const answerQuestions = (answers: OpsAnswers): void => {
  process.on('message', async ({question, number}: Asked) => {
    const answered: Answered = {answer: await answers[question](), number};
    // If sending fails, the primary is gone, and this process ends too.
    process.send?.(answered, undefined, undefined, () => {});
  });
};

let questions = 0;

/** In the primary: a worker's answer; undefined if it dies or takes too long. */
const ask = async <Q extends Question>(
  worker: Worker,
  question: Q,
): Promise<Answer<Q> | undefined> => {
  // Then it is gone, as its exit will report.
  if (!worker.isConnected()) return undefined;
  questions += 1;
  const asked: Asked = {question, number: questions};
  worker.send(asked, () => {});
  try {
    const until = {signal: AbortSignal.timeout(answerTimeoutMs), close: ['exit']};
    for await (const [answered] of on(worker, 'message', until)) {
      if (answered.number === asked.number) return answered.answer;
    }
  } catch {
    // It takes too long.
  }
  return undefined;
};

/** The types of metrics that outlive their process. Gauges, such as of its memory or queues, do not. */
const counting = (values: MetricValues): MetricValues =>
  values.filter(({type}) => ['counter', 'histogram'].includes(String(type)));

/** The metrics of all processes. The counts of processes that are gone are kept, so that no counter decreases. */
const serviceMetrics = (listening: ReadonlySet<Worker>) => {
  const living = new Map<number, readonly MetricValues[]>();
  let ended: Promise<MetricValues> = Promise.resolve([]);
  const end = async (earlier: Promise<MetricValues>, values: readonly MetricValues[]) =>
    await combined([await earlier, ...values.map(counting)]).getMetricsAsJSON();

  return async (): Promise<readonly MetricValues[]> => {
    const workers = [...listening];
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
    // Read both at once: another reader may move a process from one to the other meanwhile.
    const [ofEnded, ofLiving] = [ended, [...living.values()].flat()];
    return [await ofEnded, ...ofLiving];
  };
};

/** The result of each check: that of a process in which it is unhealthy, if there is one, else of any. */
const worstOf = (all: readonly Readiness[]): Readiness['checks'] =>
  Object.fromEntries(
    all
      .flatMap(({checks}) => Object.entries(checks))
      .toSorted(([, a], [, b]) => Number(b.healthy) - Number(a.healthy)),
  );

/** Health and metrics of a service of several processes, of which some are listening, as those of one. */
export const serviceHealth = (
  listening: ReadonlySet<Worker>,
  count: number,
  isStopping: () => boolean,
): OpsAnswers => {
  const askAll = <Q extends Question>(question: Q) =>
    Promise.all(Array.from(listening, worker => ask(worker, question)));

  return {
    isLive: async () => (await askAll('isLive')).every(isLive => isLive === true),
    readiness: async () => {
      const answers = await askAll('readiness');
      const told = answers.filter(answer => answer !== undefined);
      const checks = {
        ...worstOf(told),
        processes: {
          healthy: told.length > 0 && told.length === answers.length,
          found: `${told.length} of ${count} answer`,
        },
      };
      return {status: statusOf(checks, isStopping()), checks};
    },
    metrics: serviceMetrics(listening),
    // From the first process that answers: if all were asked, each would read them from Elasticsearch.
    facts: async () => {
      for (const worker of listening) {
        const facts = await ask(worker, 'facts');
        if (facts !== undefined) return facts;
      }
      return [];
    },
  };
};
