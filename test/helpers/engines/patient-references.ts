import type {Client} from '@elastic/elasticsearch';
import {type Clock, liveGeneration} from '#src/search/live-generation.ts';
import {references} from '#src/search/references.ts';
import {patienceMs} from './patient-vehicles.ts';

/** `Services['references']` over a test generation, without the deadline of serving. */
export const patientReferences = (client: Client, prefix: string, clock?: Clock) =>
  references(client, liveGeneration(client, prefix, clock, patienceMs), patienceMs);
