import {setImmediate as nextTurn} from 'node:timers/promises';

type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** So many get their answers in one turn of the event loop. */
const perTurn = 16;

/**
 * Asks in one go, at most `limit` at a time, what is asked of a group within one turn of the event loop.
 * No question waits for the answer to another. `ask` returns the answers in the order of the questions;
 * when it rejects, all of them do.
 */
export const askTogether = <Question, Answer extends NonNullable<unknown>>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  limit: number,
): ((group: string, question: Question) => Promise<Answer>) => {
  let groups = new Map<string, Waiting<Question, Answer>[]>();

  const send = async (waiting: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(waiting.map(({question}) => question));
      for (const [index, {resolve, reject}] of waiting.entries()) {
        // Meanwhile what has arrived is read and asked, so that the other side is not left without work.
        if (index > 0 && index % perTurn === 0) await nextTurn();
        const answer = answers[index];
        if (answer === undefined) reject(new Error('A question was left without an answer.'));
        else resolve(answer);
      }
    } catch (error) {
      for (const {reject} of waiting) reject(error);
    }
  };

  const sendAll = (): void => {
    const all = groups;
    groups = new Map();
    for (const waiting of all.values()) {
      for (let from = 0; from < waiting.length; from += limit) {
        void send(waiting.slice(from, from + limit));
      }
    }
  };

  return (group, question) =>
    new Promise((resolve, reject) => {
      // By then this turn has read what has arrived on all connections.
      if (groups.size === 0) setImmediate(sendAll);
      const waiting = groups.get(group) ?? [];
      if (waiting.length === 0) groups.set(group, waiting);
      waiting.push({question, resolve, reject});
    });
};
