import type {Worker} from 'node:cluster';
import {combined, type MetricValues} from '#core/metrics.ts';
import type {OpsOptions} from '../ops/ops-server.ts';
import {type Readiness, statusOf} from '../ops/readiness.ts';

/** The answers that a worker process owes the primary one, by question. */
type Answers = {
  readonly isLive: true;
  readonly readiness: Readiness;
  readonly metrics: MetricValues;
  readonly facts: MetricValues;
};

type Question = keyof Answers;
type Asked = {readonly question: Question; readonly number: number};
type Answered = {readonly answer: Answers[Question]; readonly number: number};

/** More than a worker takes for its slowest check, and less than those who probe it wait. */
const answerTimeoutMs = 2500;

/** In a worker: answers the primary, for as long as both live. */
export const answerQuestions = (
  answers: {
    readonly [Q in Question]: () => Promise<Answers[Q]>;
  },
): void => {
  process.on('message', async ({question, number}: Asked) => {
    const answered: Answered = {answer: await answers[question](), number};
    // Failing to send means that the primary is gone, and this process ends, too.
    process.send?.(answered, undefined, undefined, () => {});
  });
};

let questions = 0;

/** In the primary: a worker's answer; undefined if it dies or takes too long. */
const ask = async <Q extends Question>(
  worker: Worker,
  question: Q,
): Promise<Answers[Q] | undefined> => {
  questions += 1;
  const number = questions;
  const {promise, resolve} = Promise.withResolvers<Answers[Q] | undefined>();
  const receive = (answered: Answered): void => {
    if (answered.number === number) resolve(answered.answer as Answers[Q]);
  };
  const giveUp = (): void => resolve(undefined);
  const timer = setTimeout(giveUp, answerTimeoutMs);
  worker.on('message', receive);
  worker.once('exit', giveUp);
  const asked: Asked = {question, number};
  // Failing to send means that the process is gone, which its exit tells.
  if (worker.isConnected()) worker.send(asked, () => {});
  else giveUp();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', receive);
    worker.off('exit', giveUp);
  }
};

type ServiceProcesses = {
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
