import type {TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
import {isConflict, isMissing} from '../write/errors.ts';
import type {Indices} from '../write/indices.ts';
import {instant, lockAlias, stateIndex, storedDocument} from './indexer-state.ts';

export type Holder = z.output<typeof Holder>;

/** The build that has the lock. */
export const Holder = z.strictObject({
  /** Random for each build: marks the writes of this holder. */
  token: z.string(),
  command: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Tells the process from others that have had its number; null without `/proc`. */
  process: z
    .strictObject({bootId: z.string(), pidNamespace: z.string(), startTime: z.string()})
    .nullable(),
  since: instant,
  heartbeatAt: instant,
  /** The version that it fills, set before its indices exist. */
  candidate: z.string().nullable(),
});

export type LockDocument = z.output<typeof LockDocument>;

/** The document `lock`. */
export const LockDocument = z.strictObject({
  kind: z.literal('lock'),
  /** The highest build number so far: that of the holder, if there is one. */
  lastBuild: z.int(),
  holder: Holder.nullable(),
  /** Candidates of dead builders that have not been removed yet. */
  abandoned: z.array(z.string()),
});

/** The version of the document that a write replaces. */
type Position = {readonly if_seq_no: number; readonly if_primary_term: number};

export type StoredLock = {readonly document: LockDocument; readonly position: Position};

const id = 'lock';

/** Reads and writes the lock document. A write names the version it replaces. */
export const lockStore = ({client, prefix}: Indices, options: TransportRequestOptions = {}) => {
  const index = stateIndex(prefix);
  return {
    /** Undefined before the first build. */
    read: async (): Promise<StoredLock | undefined> => {
      try {
        const hit = await client.get({index, id}, options);
        const {_seq_no = -1, _primary_term = -1} = hit;
        const position = {if_seq_no: _seq_no, if_primary_term: _primary_term};
        return {document: storedDocument(LockDocument, hit), position};
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    /** Replaces the version at `position`, or creates the first. Undefined when that or the index is gone. */
    write: async (
      document: LockDocument,
      position: Position | undefined,
    ): Promise<StoredLock | undefined> => {
      const condition = position ?? {op_type: 'create' as const};
      try {
        const {_seq_no = -1, _primary_term = -1} = await client.index(
          {index: lockAlias(prefix), require_alias: true, id, document, ...condition},
          options,
        );
        return {document, position: {if_seq_no: _seq_no, if_primary_term: _primary_term}};
      } catch (error) {
        if (isConflict(error) || isMissing(error)) return undefined;
        throw error;
      }
    },
  };
};

export type LockStore = ReturnType<typeof lockStore>;
