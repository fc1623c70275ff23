import {hostname} from 'node:os';
import type {BuildEvent} from '#mappings/build-event.ts';

/** What a command says of an event; when and where it was, the record knows. */
export type Told = Omit<BuildEvent, '@timestamp' | 'host'>;

/** What is served from then on: a dashboard shows it, and how old it is. */
export type Served = {readonly generation: string; readonly importedAt: string};

const host = hostname();

/** Longer texts are not kept in the index. */
const longestSentence = 2000;

/** The event as it is stored. */
export const completeEvent = (told: Told, at: Date): BuildEvent => ({
  '@timestamp': at.toISOString(),
  host,
  ...told,
  ...(told.sentence && {sentence: told.sentence.slice(0, longestSentence)}),
});
