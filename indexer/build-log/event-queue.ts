import type {BuildEvent} from '#mappings/build-event.ts';

/** An event on its way, under the `_id` it will have. */
export type QueuedEvent = {
  readonly id: string;
  /** A later event under the same `_id` replaces it, here and in the index. */
  readonly replaceable: boolean;
  readonly event: BuildEvent;
};

/**
 * Events that wait to be written, in order and never more than `most`. While the engine stalls,
 * progress gives way first: of a curve a point may be missing, of an outcome nothing.
 */
export const eventQueue = (most: number) => {
  const waiting = new Map<string, QueuedEvent>();
  let lost = 0;

  const makeRoom = () => {
    const [oldest] = waiting.keys();
    const progress = waiting.values().find(({event}) => event.event === 'progress')?.id;
    waiting.delete(progress ?? oldest ?? '');
    lost += 1;
  };

  return {
    add: (queued: QueuedEvent): void => {
      waiting.delete(queued.id);
      if (waiting.size >= most) makeRoom();
      waiting.set(queued.id, queued);
    },
    /** The oldest `count`; they stay until they are settled. */
    next: (count: number): readonly QueuedEvent[] => Array.from(waiting.values().take(count)),
    /** Written or given up. One that was replaced meanwhile stays. */
    settle: (queued: QueuedEvent): void => {
      if (waiting.get(queued.id) === queued) waiting.delete(queued.id);
    },
    size: (): number => waiting.size,
    /** How many had to make room. */
    lost: (): number => lost,
  };
};
