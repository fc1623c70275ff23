import type {ReferenceSightings} from '../document/collect-references.ts';
import type {SourceRecord} from '../records/source-record.ts';
import type {Block} from '../xml/block-cutter.ts';
import type {Head} from '../xml/parse-head.ts';
import type {PreparedBatch} from './prepare-batch.ts';

/** A piece of the extract: bytes of XML, or records that are parsed already. */
export type Piece = {readonly block: Block} | {readonly records: readonly SourceRecord[]};

/** What a worker knows from its start. */
export type WorkerSettings = {
  /** Of the extract's XML; absent when its records come parsed already. */
  readonly head: Head | undefined;
  /** See `Reading`. */
  readonly latestYear: number;
};

/** Asks for a batch of a piece, written into `memory`; both move to the worker. */
export type PieceQuestion = {readonly piece: Piece; readonly memory: ArrayBuffer};

/** A piece, or the wish for the reference entries that have not been handed over yet. */
export type Question = PieceQuestion | 'sightings';

/** To a piece. The memory of the batch, and of the block to be filled again, moves back. */
export type Answer = {
  readonly batch: PreparedBatch;
  readonly used: ArrayBuffer | undefined;
  /** Reference entries, when the worker had seen so many that it should not hold them. */
  readonly sightings: ReferenceSightings;
};
