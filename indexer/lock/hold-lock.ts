import {EngineUnavailable, outcomeRetry, retry, shortRetry} from '../elasticsearch/retry.ts';
import type {LockDocument} from '../state/indexer-state.ts';
import {type Keeping, keepLock} from './keep-lock.ts';
import {LockLost} from './lock-errors.ts';

type Holding = Keeping & {
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
};

const naming =
  (candidate: string) =>
  (document: LockDocument): LockDocument => ({
    ...document,
    holder: document.holder && {...document.holder, candidate},
  });

/** The lock that was taken, kept until it is released. */
export const holdLock = ({signal: stopped, say, ...keeping}: Holding) => {
  const kept = keepLock(keeping);
  const signal = AbortSignal.any([stopped, kept.signal]);
  const policy = {...outcomeRetry, signal};
  return {
    build: keeping.taken.document.lastBuild,
    signal,
    candidateNamed: (version: string) => retry(policy, () => kept.change(naming(version))),
    /** What earlier builders left behind is removed. */
    nothingAbandoned: () =>
      retry(policy, () => kept.change(document => ({...document, abandoned: []}))),
    release: async (): Promise<void> => {
      await kept.stop();
      try {
        await retry(shortRetry, () => kept.change(document => ({...document, holder: null})));
      } catch (error) {
        if (error instanceof LockLost) return;
        if (!(error instanceof EngineUnavailable)) throw error;
        say('The lock could not be given back; the next build takes it over.');
      }
    },
  };
};
