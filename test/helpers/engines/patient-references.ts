import type {Client} from '@elastic/elasticsearch';
import {type Clock, liveGeneration} from '#src/search/live-generation.ts';
import {liveQueries} from '#src/search/live-queries.ts';
import {references} from '#src/search/references.ts';
import {timeoutMs} from './patient-vehicles.ts';

/** `Services['references']` over a test generation, without the deadline of serving. */
export const patientReferences = (client: Client, prefix: string, clock?: Clock) =>
  references(client, liveQueries(liveGeneration(client, prefix, timeoutMs, clock), timeoutMs));
