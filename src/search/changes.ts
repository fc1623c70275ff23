import type {Client, estypes} from '@elastic/elasticsearch';
import type {Int64} from '#core/domain/integers.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {
  type ChangePage,
  type ChangeSearch,
  type ChangesNotKept,
  type CursorPage,
  oldestSince,
} from '#core/domain/release-changes.ts';
import {readReleases} from '#core/releases.ts';
import {
  parseChangesIndex,
  type Release,
  releaseAliases,
  type StoredChange,
} from '#mappings/release.ts';
import {type Clauses, equal, equalIfGiven, matching} from './clauses.ts';
import {findDocuments} from './engine/requests.ts';
import {cache, digest} from './engine/while-wanted.ts';
import type {LiveGeneration} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';
import type {Meanings} from './meanings.ts';

/** The lists of releases before and after a flip. */
const cachedReleases = 2;

/** Leased or not on the day of the release's own extract: the day of the live one would move changes between pages. */
const leasedWithin = (releases: readonly Release[], isLeased: boolean) => ({
  bool: {
    should: releases.map(({serial, extractedAt, releasedAt}) => ({
      bool: {
        filter: [
          equal('serial', serial),
          matching({isLeased}, {extractedAt, importedAt: releasedAt}),
        ],
      },
    })),
  },
});

/** The changes of vehicles from release to release, as far back as they are kept. */
export const changes = (
  client: Client,
  indexPrefix: string,
  {query, limiters}: LiveQueries,
  meaningOf: Meanings,
) => {
  const index = releaseAliases(indexPrefix).all;
  const limited = limiters.of('changes');
  const known = cache<readonly Release[]>('releases', cachedReleases);

  const read = async (signal: AbortSignal): Promise<readonly Release[]> =>
    (await readReleases(client, indexPrefix, 'all', {signal})).map(({release}) => release);

  /** The releases up to the live one, newest first, and their indices, read anew each time: some are pruned. */
  const keptBy = async ({serial: live}: LiveGeneration, signal: AbortSignal) => {
    if (live === null) {
      const cause = new Error(`No index has the alias ${releaseAliases(indexPrefix).live}.`);
      throw new SearchUnavailable({cause}, 'The record of releases was lost.');
    }
    const aliases = await limited(signal, () => client.indices.getAlias({name: index}, {signal}));
    const indices = Object.keys(aliases).toSorted();
    const all = await known(digest(indices), signal => limited(signal, () => read(signal)), signal);
    return {releases: all.filter(({serial}) => serial <= live), indices};
  };

  /** A page of the changes that match, in this order. */
  const find = async (
    releases: readonly Release[],
    searched: readonly string[],
    clauses: Clauses,
    order: 'asc' | 'desc',
    {after, size}: CursorPage,
    signal: AbortSignal,
  ): Promise<ChangePage> => {
    const serial = releases[0]?.serial ?? 0;
    const upToNow = {range: {serial: {lte: serial}}};
    const request = {
      query: {bool: {filter: [upToNow, ...clauses]}},
      sort: [{serial: {order}}, {'vehicle.id': {order}}],
      size: size + 1,
      ...(after && {search_after: [after.serial, after.vehicleId]}),
    } satisfies estypes.SearchRequest;
    const stored = await limited(signal, () =>
      findDocuments<StoredChange>(client, searched.join(), request, signal),
    );
    const changes = stored.slice(0, size).map(({change, ...which}) => {
      const release = releases.find(({serial}) => serial === which.serial);
      const {extractedAt = null, releasedAt = ''} = release ?? {};
      return {...which, extractedAt, releasedAt, ...change};
    });
    return {changes, hasMore: stored.length > size, serial};
  };

  return {
    releases: (clientGone?: AbortSignal) =>
      query(async (...asked) => (await keptBy(...asked)).releases, clientGone),

    /** Searches the oldest release that is needed by its name, so that one which is pruned meanwhile is missed. */
    list: (
      {since, kinds, plates, vehicleIds, isStrict, ...search}: ChangeSearch,
      clientGone?: AbortSignal,
    ) =>
      query(
        async (generation, signal): Promise<ChangePage | ChangesNotKept> => {
          const {releases, indices} = await keptBy(generation, signal);
          const bounds = {
            oldestSince: oldestSince(releases),
            newest: releases[0]?.serial ?? 0,
            platesSince: releases.find(({hasPlates}) => !hasPlates)?.serial ?? 0,
          };
          if (since > bounds.newest) return {...bounds, notKept: 'ahead'};
          if (since < bounds.oldestSince) return {...bounds, notKept: 'expired'};
          const {registrationNumber, registrationNumberPrefix} = search.filter;
          const plate = plates ?? registrationNumber ?? registrationNumberPrefix;
          if (plate && since < bounds.platesSince) return {...bounds, notKept: 'plates'};
          const {isLeased, ...filter} = await meaningOf(
            generation,
            search.filter,
            isStrict,
            signal,
          );
          const after = releases.filter(({serial}) => serial > since);
          const clauses = [
            {range: {serial: {gt: since}}},
            ...equalIfGiven('kinds', kinds),
            ...equalIfGiven('plates', plates),
            ...equalIfGiven('vehicle.id', vehicleIds),
            ...matching(filter, generation.dataset).bool.filter,
            ...(isLeased === undefined ? [] : [leasedWithin(after, isLeased)]),
          ];
          const oldest = indices.filter(each => parseChangesIndex(indexPrefix, each) === since + 1);
          return await find(releases, [index, ...oldest], clauses, 'asc', search, signal);
        },
        clientGone,
        Math.max(since, search.after?.serial ?? 0),
      ),

    ofVehicle: (vehicleId: Int64, page: CursorPage, clientGone?: AbortSignal) =>
      query(async (generation, signal) => {
        const {releases} = await keptBy(generation, signal);
        const clauses = [equal('vehicle.id', vehicleId)];
        return await find(releases, [index], clauses, 'desc', page, signal);
      }, clientGone),
  };
};
