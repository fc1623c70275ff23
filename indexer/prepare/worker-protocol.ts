import type {SourceRecord} from '../source/source-record.ts';
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

/** Asks for the reference entries seen so far whose key ends in a digit: a tenth of them. */
export type SightingsQuestion = {readonly endingIn: string};

export type Question = PieceQuestion | SightingsQuestion;

/** To a piece: the batch, and the memory of the block it was made of, to be filled again. Both move back. */
export type Answer = {readonly batch: PreparedBatch; readonly used: ArrayBuffer | undefined};
