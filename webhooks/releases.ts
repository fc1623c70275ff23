import type {Client} from '@elastic/elasticsearch';
import type {Announced} from '#core/access/deliveries.ts';
import {Release, releaseAliases} from '#mappings/release.ts';

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

/** The releases in Elasticsearch, as they are announced. */
export const releases = (client: Client, prefix: string, publicUrl: string) => {
  const {all, live} = releaseAliases(prefix);

  /** The `_meta` of the indices behind an alias, without the rest of their mappings. */
  const read = async (index: string) => {
    const names = {index, ignore_unavailable: true, filter_path: '*.mappings._meta'};
    const found = await client.indices.getMapping(names);
    return Object.entries(found).map(([index, {mappings}]) => ({
      name: index.slice(prefix.length),
      meta: mappings._meta,
    }));
  };

  return {
    /**
     * The releases to announce after this one, oldest first: all that were missed, or the live one alone if serials
     * began anew or none was live before. Mostly none, by one small request.
     */
    async after(last: Announced): Promise<readonly Announced[]> {
      const [newest] = await read(live);
      if (newest === undefined || newest.name === last.name) return [];
      const kept = (await read(all))
        .map(({name, meta}) => ({name, release: Release.parse(meta)}))
        .toSorted((a, b) => a.release.serial - b.release.serial);
      const missed = kept.filter(({release}) => last.name !== null && release.serial > last.serial);
      const wanted = missed.length > 0 ? missed : kept.filter(({name}) => name === newest.name);
      return wanted.map(({name, release}) => ({
        serial: release.serial,
        name,
        body: notification(release, publicUrl),
      }));
    },
  };
};

export type Releases = ReturnType<typeof releases>;
