import type {Client} from '@elastic/elasticsearch';
import type {Announced} from '#core/access/webhooks.ts';
import {readReleases} from '#core/releases.ts';
import type {Release} from '#mappings/release.ts';

/** The body of a notification, which names no vehicle. */
const notification = (
  {hasPlates: _, makes: __, ...release}: Release,
  publicUrl: string,
): string => {
  const links = {
    dataset: `${publicUrl}/v1/dataset`,
    changes: `${publicUrl}/v1/changes?since=${release.serial - 1}`,
    releases: `${publicUrl}/v1/releases`,
    exports: `${publicUrl}/v1/exports`,
  };
  const data = {...release, links};
  return JSON.stringify({type: 'dataset.published', timestamp: release.releasedAt, data});
};

/**
 * The releases to announce after this one, oldest first: all that were missed, or only the live one if serials
 * restarted. Usually none, which takes one small request.
 */
export const releasesAfter =
  (client: Client, prefix: string, publicUrl: string) =>
  async (last: Announced): Promise<readonly Announced[]> => {
    const [newest] = await readReleases(client, prefix, 'live');
    if (newest === undefined || newest.index === `${prefix}${last.name}`) return [];
    const kept = await readReleases(client, prefix, 'all');
    const missed = kept.filter(({release}) => release.serial > last.serial).toReversed();
    return (missed.length > 0 ? missed : [newest]).map(({index, release}) => ({
      serial: release.serial,
      name: index.slice(prefix.length),
      body: notification(release, publicUrl),
    }));
  };

export type ReleasesAfter = ReturnType<typeof releasesAfter>;
