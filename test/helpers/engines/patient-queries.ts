import type {Client} from '@elastic/elasticsearch';
import {limitersOf} from '#src/search/engine/limiter.ts';
import {type Clock, liveGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
export const timeoutMs = 60_000;

/** The limiters of an API, where hardly anything waits too long. */
const newLimiters = () => limitersOf(timeoutMs, {onWaiting: () => {}, onRefused: () => {}});

/** Those of all that makes no lookups. */
export const patientLimiters = newLimiters();

/** For queries that nobody counts. */
export const unwatched = {onLookups: () => {}, onCache: () => {}};

/** The signal of a caller who never leaves. */
export const staying = new AbortController().signal;

export const patientLive = (client: Client, prefix: string, clock?: Clock) =>
  liveGeneration(
    client,
    {indexPrefix: prefix, environment: 'live'},
    patientLimiters.of('generation'),
    timeoutMs,
    clock,
  );

/** Queries on a test generation, without the deadline of serving. */
export const patientQueries = (client: Client, prefix: string, clock?: Clock) =>
  liveQueries(patientLive(client, prefix, clock), timeoutMs, newLimiters(), unwatched);
