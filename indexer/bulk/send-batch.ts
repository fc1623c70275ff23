import {CandidateLost} from '../elasticsearch/lost-data.ts';
import {Overloaded, retry} from '../elasticsearch/retry.ts';
import {type Batch, subBatch} from './batch.ts';
import {type BulkItem, type BulkTarget, sendBulk} from './bulk-request.ts';

const isBusy = ({status}: BulkItem) => status === 429 || status === 503;

/** Written, already there (409), or refused as a document (400). */
const isFinal = ({status}: BulkItem) => status < 300 || status === 409 || status === 400;

const toError = ({status, error}: BulkItem): Error =>
  status === 404
    ? new CandidateLost()
    : new Error(`Elasticsearch does not accept documents: ${error?.reason ?? status}.`);

/**
 * Sends a batch until every document has a final item, and returns these in order: a success, 409 or
 * 400. Only documents that Elasticsearch was too busy for are sent again: at once while it accepts
 * some, else as the policy says. Throws for any other item: it does not concern the document.
 */
export const sendBatch = async (target: BulkTarget, batch: Batch): Promise<readonly BulkItem[]> => {
  const final = new Map<number, BulkItem>();
  let waiting = Array.from(batch.ends.keys());

  const sendWaiting = async (): Promise<void> => {
    const part = final.size === 0 ? batch : subBatch(batch, waiting);
    const items = await sendBulk(target, part);
    const failed = items.find(item => !isBusy(item) && !isFinal(item));
    if (failed) throw toError(failed);
    for (const [index, position] of waiting.entries()) {
      const item = items[index];
      if (item && isFinal(item)) final.set(position, item);
    }
    waiting = waiting.filter(position => !final.has(position));
    if (!items.some(isFinal)) throw new Overloaded('documents', items[0]?.error?.reason);
  };

  while (waiting.length > 0) await retry(target.policy, sendWaiting);
  return Array.from(final)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
};
