import type {Client} from '@elastic/elasticsearch';
import {type Clock, liveGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';
import {vehicles} from '#src/search/vehicles.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
export const timeoutMs = 60_000;

/** `Services['vehicles']` over a test generation, without the deadline of serving. */
export const patientVehicles = (client: Client, prefix: string, clock?: Clock) =>
  vehicles(client, liveQueries(liveGeneration(client, prefix, timeoutMs, clock), timeoutMs));
