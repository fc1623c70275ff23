import {patientVehicles} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import type {Scope} from '../../helpers/scope.ts';
import {randomFleet, randomFleetReferences} from './random-fleet.ts';

export type Layout = {readonly fleet: number; readonly shards: number; readonly segments: number};

/** How an index may lie on its nodes; no answer may depend on it. */
export const layouts = [
  {fleet: 1, shards: 1, segments: 1},
  {fleet: 2, shards: 1, segments: 5},
  {fleet: 3, shards: 3, segments: 2},
] as const satisfies readonly Layout[];

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const inWords = ({shards, segments}: Layout) =>
  `${counted(shards, 'shard')} and ${counted(segments, 'segment')}`;

/** 1,000 random vehicles in a live generation, and the service that answers from it. */
export const startFleet = async (t: Scope, {fleet, shards, segments}: Layout) => {
  const documents = randomFleet(fleet, 1_000);
  const {client, prefix, version} = await createTestGeneration(t, documents, {
    shards,
    segments,
    references: randomFleetReferences,
  });
  return {documents, version, client, prefix, service: patientVehicles(client, prefix)};
};
