import type {TransportRequestOptions} from '@elastic/elasticsearch';
import type {Installation} from '../write/installation.ts';
import {isConflict, isMissing} from '../write/response-errors.ts';
import {LockDocument, lockAlias, stateIndex} from './indexer-state.ts';
import {storedDocument} from './stored-document.ts';

/** The version of the document that a write replaces. */
type Position = {readonly if_seq_no: number; readonly if_primary_term: number};

export type StoredLock = {readonly document: LockDocument; readonly position: Position};

const id = 'lock';

/** Reads and writes the lock document. A write names the version it replaces. */
export const lockStore = (
  {client, prefix}: Installation,
  options: TransportRequestOptions = {},
) => {
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
