import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';

/** A record with bytes of its own. `ordinal` is its place in the extract. */
type OpenRecord = {readonly ordinal: number; readonly record: Buffer};

/** In bytes, in each thread. The register writes most records of a vehicle near each other. */
const mostBytes = 32 * 1024 * 1024;

/** Known records whose vehicles have others that were not seen yet. */
export const openRecords = (known: KnownVehicles) => {
  const records = new Map<string, OpenRecord[]>();
  let bytes = 0;
  return {
    add: (ident: string, {ordinal, record}: OpenRecord): void => {
      const ofVehicle = records.get(ident) ?? [];
      ofVehicle.push({ordinal, record: Buffer.from(record)});
      records.set(ident, ofVehicle);
      bytes += record.length;
    },
    /** For when the last record of a vehicle was seen. Another thread may hold others. */
    drop: (ident: string): void => {
      for (const {record} of records.get(ident) ?? []) bytes -= record.length;
      records.delete(ident);
    },
    isFull: (): boolean => bytes > mostBytes,
    /** Takes all records. Those of vehicles that are not whole by now are to be read. */
    take: function* (): Generator<OpenRecord> {
      for (const [ident, ofVehicle] of records) {
        const id = BigInt(ident);
        known.change(id);
        if (!known.isKept(id)) yield* ofVehicle;
      }
      records.clear();
      bytes = 0;
    },
  };
};
