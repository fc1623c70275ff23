import type {Client} from '@elastic/elasticsearch';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';
import {storedDocument} from '../state/stored-document.ts';

/** The versions under which a content went live, as far back as the record goes; the newest first. */
export const promotedVersions = async (
  client: Client,
  prefix: string,
  contentSha256: string,
): Promise<readonly string[]> => {
  const {hits} = await client.search({
    index: buildLogPattern(prefix),
    size: 100,
    sort: [{'@timestamp': {order: 'desc', unmapped_type: 'date'}}],
    query: {bool: {filter: [{term: {contentSha256}}, {term: {event: 'promoted'}}]}},
  });
  return hits.hits.flatMap(hit => storedDocument(BuildEvent, hit).generation ?? []);
};
