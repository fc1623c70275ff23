import {isDeepStrictEqual} from 'node:util';
import {isTransient} from '../elasticsearch/retry.ts';
import type {LockDocument} from '../state/indexer-state.ts';
import type {LockClock} from './lock-clock.ts';
import {LockLost} from './lock-errors.ts';
import type {LockStore, StoredLock} from './lock-store.ts';

export type Keeping = {
  readonly store: LockStore;
  readonly taken: StoredLock;
  /** By which our own writes are known. */
  readonly token: string;
  readonly lockMs: number;
  readonly clock: LockClock;
};

/** Signs of life in the time after which a silent holder counts as dead. */
const beats = 6;

/**
 * Gives signs of life until it is stopped, whatever else the process is busy with. Writes go one
 * after the other, each over the one before; when that is no longer there, the document tells
 * whether it was our own write whose answer was lost, or another's. An engine that is away is not a
 * lock that is lost: the next sign of life finds out.
 */
export const keepLock = ({store, taken, token, lockMs, clock}: Keeping) => {
  const lost = new AbortController();
  let stored = taken;
  let last: Promise<unknown> = Promise.resolve();

  const put = async (document: LockDocument): Promise<void> => {
    for (;;) {
      lost.signal.throwIfAborted();
      const written = await store.write(document, stored.position);
      const found = written ?? (await store.read());
      const isWritten = isDeepStrictEqual(found?.document, document);
      if (found && (isWritten || found.document.holder?.token === token)) stored = found;
      else lost.abort(new LockLost());
      if (isWritten) return;
    }
  };

  const change = (changed: (document: LockDocument) => LockDocument): Promise<void> => {
    const writing = last.then(() => put(changed(stored.document)));
    last = writing.catch(() => {});
    return writing;
  };

  const beat = async (): Promise<void> => {
    const heartbeatAt = clock.date().toISOString();
    try {
      await change(document => ({
        ...document,
        holder: document.holder && {...document.holder, heartbeatAt},
      }));
    } catch (error) {
      if (!isTransient(error) && !lost.signal.aborted) lost.abort(new LockLost(error));
    }
  };

  let isBeating = false;
  const timer = setInterval(async () => {
    if (isBeating) return;
    isBeating = true;
    await beat();
    isBeating = false;
  }, lockMs / beats).unref();

  return {
    /** Aborts with `LockLost`. */
    signal: lost.signal,
    change,
    /** Gives no more signs of life. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await last;
    },
  };
};
