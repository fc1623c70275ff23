import type {BuildEvent} from '#mappings/build-event.ts';

/** An event that waits to be written under `id`. A later one with the same `id` replaces it. */
export type QueuedEvent = {readonly id: string; readonly event: BuildEvent};

/**
 * Events that wait to be written, in order and at most `capacity`. When it is full, the oldest event
 * of progress is dropped first: a curve can lack a point, but outcomes must not be lost.
 */
export const eventQueue = (capacity: number) => {
  const waiting = new Map<string, QueuedEvent>();
  let dropped = 0;

  const makeRoom = () => {
    const [oldest] = waiting.keys();
    const progress = waiting.values().find(({event}) => event.event === 'progress')?.id;
    waiting.delete(progress ?? oldest ?? '');
    dropped += 1;
  };

  return {
    add: (queued: QueuedEvent): void => {
      waiting.delete(queued.id);
      if (waiting.size >= capacity) makeRoom();
      waiting.set(queued.id, queued);
    },
    /** The oldest `count` events, which stay until they are settled. */
    next: (count: number): readonly QueuedEvent[] => Array.from(waiting.values().take(count)),
    /** Removes an event that was written or given up. Its replacement stays. */
    settle: (queued: QueuedEvent): void => {
      if (waiting.get(queued.id) === queued) waiting.delete(queued.id);
    },
    size: (): number => waiting.size,
    /** How many events were dropped because it was full. */
    dropped: (): number => dropped,
  };
};
