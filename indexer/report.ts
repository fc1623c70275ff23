import type {Written} from './bulk/write-vehicles.ts';
import type {PreparedBatch} from './prepare/prepare-batch.ts';
import type {Reject} from './rejects/reject.ts';

/** One reason for which records were rejected. */
export type RejectReason = {
  readonly reason: string;
  readonly count: number;
  /** The first of them that was met, to begin looking at. */
  readonly first: Reject;
};

const add = (counts: Map<string, number>, key: string, count: number) => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/**
 * What an import has seen and written so far. It reports; `verify.ts` judges.
 *
 * @param list Where every reject goes, one by one; here they are only counted.
 */
export const importReport = (list: (rejects: readonly Reject[]) => void = () => {}) => {
  const reasons = new Map<string, RejectReason>();
  const setAside = new Map<string, number>();
  let [records, vehicles, repeats] = [0, 0, 0];

  const rejected = (rejects: readonly Reject[]): void => {
    list(rejects);
    for (const reject of rejects) {
      const {count, first} = reasons.get(reject.reason) ?? {count: 0, first: reject};
      reasons.set(reject.reason, {reason: reject.reason, count: count + 1, first});
    }
  };

  return {
    prepared: (batch: PreparedBatch): void => {
      records += batch.records;
      rejected(batch.rejects);
      for (const [member, count] of batch.setAside) add(setAside, member, count);
      repeats += batch.records - batch.rejects.length - batch.ends.length;
    },
    written: ({created, repeated, refused}: Written): void => {
      vehicles += created;
      repeats += repeated;
      rejected(refused);
    },
    counts: () => ({
      records,
      /** Distinct vehicles Elasticsearch has acknowledged. */
      vehicles,
      /** Records folded into a vehicle that was there already. */
      repeats,
      rejects: reasons.values().reduce((sum, {count}) => sum + count, 0),
      rejectsByReason: Object.fromEntries(
        Array.from(reasons.values(), ({reason, count}) => [reason, count]),
      ),
      setAside: Object.fromEntries(setAside),
    }),
    /** Why records were rejected, the most frequent reason first. */
    rejectReasons: (): readonly RejectReason[] =>
      Array.from(reasons.values()).toSorted((a, b) => b.count - a.count),
  };
};

export type ImportReport = ReturnType<typeof importReport>;
export type ImportCounts = ReturnType<ImportReport['counts']>;
