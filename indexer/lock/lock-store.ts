import type {Client, TransportRequestOptions} from '@elastic/elasticsearch';
import {isConflict, isMissing} from '../elasticsearch/response-errors.ts';
import {LockDocument, stateIndex} from '../state/indexer-state.ts';
import {storedDocument} from '../state/stored-document.ts';

/** Which version of the document a write is meant to replace. */
type Position = {readonly if_seq_no: number; readonly if_primary_term: number};

export type StoredLock = {readonly document: LockDocument; readonly position: Position};

const id = 'lock';

/** The lock document, as of this moment. Whoever changes it names the version that was read. */
export const lockStore = (client: Client, prefix: string, options: TransportRequestOptions) => {
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
    /** Replaces the version at `position`, or creates the first; undefined when it is no longer so. */
    write: async (
      document: LockDocument,
      position: Position | undefined,
    ): Promise<StoredLock | undefined> => {
      const condition = position ?? {op_type: 'create' as const};
      try {
        const {_seq_no = -1, _primary_term = -1} = await client.index(
          {index, id, document, ...condition},
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
