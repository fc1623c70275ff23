import type {RejectedRecord} from '../read/source-record.ts';
import type {ElementCounts} from '../read/unknown-elements.ts';

/** How far an import got: records read, and what became of them. */
export type ImportCounts = {
  readonly records: number;
  /** Distinct vehicles that Elasticsearch acknowledged. */
  readonly vehicles: number;
  /** Records merged into an existing vehicle. */
  readonly repeats: number;
  readonly rejects: number;
  readonly rejectsByReason: Readonly<Record<string, number>>;
  /** Values that were left out of documents, by the member they belong to. */
  readonly setAside: Readonly<Record<string, number>>;
  readonly unknownElements: ElementCounts;
};

/** A reason for rejection, how many records it concerns, and the first of them as an example. */
export type RejectReason = {
  readonly reason: string;
  readonly count: number;
  readonly first: RejectedRecord;
};
