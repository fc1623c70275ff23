import type {Client} from '@elastic/elasticsearch';
import {limitersOf} from '#src/search/engine/limiter.ts';
import {type Clock, generationReader, readGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';
import {meanings} from '#src/search/meanings.ts';
import {defaultLimits} from '#src/search/statistics/compute.ts';
import {statistics} from '#src/search/statistics/statistics.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
export const timeoutMs = 60_000;

/** The limiters of an API, where hardly anything waits too long. */
const newLimiters = () => limitersOf(timeoutMs);

/** Those of all that makes no lookups. */
export const patientLimiters = newLimiters();

/** The signal of a caller who never leaves. */
export const staying = new AbortController().signal;

export const patientLive = (client: Client, prefix: string, clock?: Clock) =>
  generationReader(
    client,
    {indexPrefix: prefix, environment: 'live'},
    patientLimiters.of('generation'),
    timeoutMs,
    clock,
  );

/** Queries on a test generation, without the deadline of serving. */
export const patientQueries = (client: Client, prefix: string, clock?: Clock) =>
  liveQueries(patientLive(client, prefix, clock), timeoutMs, newLimiters());

/** The statistics of a test generation. */
export const patientStatistics = (client: Client, prefix: string, limits = defaultLimits) => {
  const queries = patientQueries(client, prefix);
  return statistics(client, queries, meanings(client, queries), limits);
};

/** The live generation of this prefix. */
export const liveIn = (client: Client, indexPrefix: string) =>
  readGeneration(client, {indexPrefix, environment: 'live'}, staying);

/** The paths and bodies of the requests that the client sends from now on. */
export const requestsOf = (client: Client) => {
  const requests: string[] = [];
  client.diagnostic.on('request', (_error, event) => {
    const {path, body} = event?.meta.request.params ?? {};
    requests.push(`${path} ${body}`);
  });
  return requests;
};
