import type {Worker} from 'node:cluster';
import type {MetricValues} from '../ops/metrics.ts';
import type {Readiness} from '../ops/readiness.ts';

/** The answers that a worker process owes the primary one, by question. */
export type Answers = {
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
export const ask = async <Q extends Question>(
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
