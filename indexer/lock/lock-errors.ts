import type {LockDocument} from '../state/indexer-state.ts';

/** `Build 12 (import), process 4711 on the host web1` */
export const nameOf = ({lastBuild, holder}: LockDocument): string =>
  `Build ${lastBuild} (${holder?.command}), process ${holder?.pid} on the host ${holder?.host}`;

/** Another build runs, so that this one must not begin. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';

  constructor(lock: LockDocument) {
    super(
      `${nameOf(lock)}, runs since ${lock.holder?.since}; its last sign of life is of ` +
        `${lock.holder?.heartbeatAt}. Nothing was begun. Run this again when it has ended; if it ` +
        'hangs, end that process first.',
    );
  }
}

/** This process was taken for dead and another builds now, or the lock cannot be kept. */
export class LockLost extends Error {
  override readonly name = 'LockLost';

  constructor(cause?: unknown) {
    super(
      cause instanceof Error
        ? `The lock could not be kept (${cause.message}). Run this again.`
        : 'This build gave no sign of life for so long that another may have taken over, or the lock was removed. Run this again.',
      {cause},
    );
  }
}
