import type {Client} from '@elastic/elasticsearch';
import {isConflict, isMissing} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, retry} from '../elasticsearch/retry.ts';
import {RefusedGeneration, stateIndex} from '../state/indexer-state.ts';
import {createStateIndex} from '../state/state-index.ts';
import {storedDocument} from '../state/stored-document.ts';

const idOf = (version: string) => `refused-${version}`;

type Refusal = Omit<RefusedGeneration, 'kind'>;

/** Notes that a generation is taken out of service, unless that is noted already. */
export const refuse = async (client: Client, prefix: string, refusal: Refusal): Promise<void> => {
  await retry(outcomeRetry, () => createStateIndex(client, prefix));
  const document = {kind: 'refused' as const, ...refusal};
  const id = idOf(refusal.version);
  await retry(outcomeRetry, async () => {
    try {
      await client.create({index: stateIndex(prefix), id, document, refresh: true});
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  });
};

/** Takes the note back: a person wants the generation to be served after all. */
export const pardon = async (client: Client, prefix: string, version: string): Promise<void> => {
  await retry(outcomeRetry, async () => {
    try {
      await client.delete({index: stateIndex(prefix), id: idOf(version), refresh: true});
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
};

/** More than weekly rollbacks of many years. */
const most = 1000;

/** Every generation that was taken out of service, the newest first. */
export const refusedGenerations = async (
  client: Client,
  prefix: string,
): Promise<readonly RefusedGeneration[]> => {
  const {hits} = await client.search({
    index: stateIndex(prefix),
    ignore_unavailable: true,
    size: most,
    query: {term: {kind: 'refused'}},
    sort: [{at: {order: 'desc', unmapped_type: 'date'}}],
  });
  return hits.hits.map(hit => storedDocument(RefusedGeneration, hit));
};

type RefusedContent = Refusal & {readonly contentSha256: string};

/** The extracts that must not go live again by themselves. */
export const refusedContents = async (
  client: Client,
  prefix: string,
): Promise<readonly RefusedContent[]> =>
  (await refusedGenerations(client, prefix)).flatMap(({contentSha256, ...refusal}) =>
    contentSha256 === null ? [] : [{...refusal, contentSha256}],
  );
