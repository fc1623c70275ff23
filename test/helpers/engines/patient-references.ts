import type {Client} from '@elastic/elasticsearch';
import type {Clock} from '#src/search/live-generation.ts';
import {references} from '#src/search/references.ts';
import {patientQueries} from './patient-queries.ts';

/** `Services['references']` over a test generation, without the deadline of serving. */
export const patientReferences = (client: Client, prefix: string, clock?: Clock, stride?: number) =>
  references(client, patientQueries(client, prefix, clock), stride);
