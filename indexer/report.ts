import type {Written} from './bulk/write-vehicles.ts';
import type {PreparedBatch, Reject} from './prepare/prepare-batch.ts';

/** How many rejected records are named one by one; beyond it they are only counted. */
const namedRejects = 20;

const add = (counts: Map<string, number>, key: string, count = 1) => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/** What an import has seen and written so far. It reports; `verify.ts` judges. */
export const importReport = () => {
  const rejectsByReason = new Map<string, number>();
  const setAside = new Map<string, number>();
  const named: Reject[] = [];
  let [records, vehicles, repeats] = [0, 0, 0];

  return {
    prepared: (batch: PreparedBatch): void => {
      records += batch.records;
      for (const reject of batch.rejects) {
        add(rejectsByReason, reject.reason);
        if (named.length < namedRejects) named.push(reject);
      }
      for (const [member, count] of batch.setAside) add(setAside, member, count);
      repeats += batch.records - batch.rejects.length - batch.ends.length;
    },
    written: ({created, repeated, refused}: Written): void => {
      vehicles += created;
      repeats += repeated;
      for (const type of refused) add(rejectsByReason, `Indexing:${type}`);
    },
    counts: () => ({
      records,
      /** Distinct vehicles Elasticsearch has acknowledged. */
      vehicles,
      /** Records folded into a vehicle that was there already. */
      repeats,
      rejects: rejectsByReason.values().reduce((sum, count) => sum + count, 0),
      rejectsByReason: Object.fromEntries(rejectsByReason),
      setAside: Object.fromEntries(setAside),
    }),
    /** The first rejected records, with where they lie and what was wrong. No personal data. */
    namedRejects: (): readonly Reject[] => named,
  };
};

export type ImportReport = ReturnType<typeof importReport>;
export type ImportCounts = ReturnType<ImportReport['counts']>;
