import type {Client, estypes} from '@elastic/elasticsearch';
import type {Int64} from '#core/domain/integers.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {
  type ChangePage,
  type ChangeSearch,
  ChangesNotKept,
  type CursorPage,
  oldestSince,
  type Releases,
} from '#core/domain/release-changes.ts';
import {Release, releaseAliases, type StoredChange} from '#mappings/release.ts';
import {type Clauses, documentsOf, searchIndex} from './engine/requests.ts';
import {cache} from './engine/while-wanted.ts';
import type {LiveGeneration} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';
import type {meanings} from './meanings.ts';
import {matching} from './vehicle-filter.ts';

/** Those before a flip and after it. */
const cachedReleases = 2;

const anyOf = (field: string, values: readonly string[] | undefined): Clauses =>
  values === undefined ? [] : [{terms: {[field]: [...values]}}];

/** The changes of vehicles from release to release, as far back as they are kept. */
export const changes = (
  client: Client,
  indexPrefix: string,
  {query, limiters}: LiveQueries,
  meaningOf: ReturnType<typeof meanings>,
) => {
  const index = releaseAliases(indexPrefix).all;
  const limited = limiters.of('lists');
  const known = cache<Releases>('releases', cachedReleases);

  /** Reads the releases up to the live one, which do not change until the next flip. */
  const read = async (serial: number, signal: AbortSignal): Promise<Releases> => {
    const found = await client.indices.getMapping({index}, {signal});
    const releases = Object.values(found)
      .map(({mappings}) => Release.parse(mappings._meta))
      .filter(each => each.serial <= serial)
      .toSorted((a, b) => b.serial - a.serial);
    return {releases, oldestSince: oldestSince(releases)};
  };

  const releasesOf = async ({serial}: LiveGeneration, signal: AbortSignal): Promise<Releases> => {
    if (serial === null) {
      const cause = new Error(`No index has the alias ${releaseAliases(indexPrefix).live}.`);
      throw new SearchUnavailable({cause}, 'The record of releases was lost.');
    }
    return await known(
      String(serial),
      signal => limited(signal, () => read(serial, signal)),
      signal,
    );
  };

  /** A page of the changes that match, in this order. */
  const find = async (
    {releases}: Releases,
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
      track_total_hits: false,
      ...(after && {search_after: [after.serial, after.vehicleId]}),
    } satisfies estypes.SearchRequest;
    const response = await limited(signal, () =>
      searchIndex<StoredChange>(client, index, request, signal),
    );
    const times = new Map(releases.map(({serial, ...times}) => [serial, times]));
    const stored = documentsOf(response);
    const page = stored.slice(0, size).map(change => {
      const {extractedAt = null, releasedAt = ''} = times.get(change.serial) ?? {};
      return {...change, extractedAt, releasedAt};
    });
    const last = page.at(-1);
    const next =
      stored.length > size && last
        ? {serial: last.serial, vehicleId: last.vehicleId as Int64}
        : undefined;
    return {changes: page, next, serial};
  };

  return {
    releases: (clientGone?: AbortSignal) => query(releasesOf, clientGone),

    list: (
      {since, kinds, plates, vehicleIds, isStrict, ...search}: ChangeSearch,
      clientGone?: AbortSignal,
    ) =>
      query(async (generation, signal) => {
        const known = await releasesOf(generation, signal);
        const {releases, oldestSince} = known;
        const refused = (reason: ChangesNotKept['reason']) =>
          new ChangesNotKept(generation.version, reason, known);
        if (since > (releases[0]?.serial ?? 0)) throw refused('ahead');
        if (since < oldestSince) throw refused('expired');
        const lack = releases.some(({serial, hasPlates}) => serial > since && !hasPlates);
        if (plates && lack) throw refused('withoutPlates');
        const filter = await meaningOf(generation, search.filter, isStrict, signal);
        const clauses = [
          {range: {serial: {gt: since}}},
          ...anyOf('kinds', kinds),
          ...anyOf('plates', plates),
          ...anyOf('vehicle.id', vehicleIds),
          ...matching(filter, generation.dataset).bool.filter,
        ];
        return await find(known, clauses, 'asc', search, signal);
      }, clientGone),

    ofVehicle: (vehicleId: Int64, page: CursorPage, clientGone?: AbortSignal) =>
      query(async (generation, signal) => {
        const known = await releasesOf(generation, signal);
        return await find(known, anyOf('vehicle.id', [vehicleId]), 'desc', page, signal);
      }, clientGone),
  };
};
