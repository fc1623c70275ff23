import type {Client} from '@elastic/elasticsearch';
import test from 'ava';
import type {LiveQueries} from '#src/search/live-queries.ts';
import {references} from '#src/search/references.ts';
import {patientLimiters, staying} from '../../helpers/engines/patient-services.ts';
import {aReference} from '../../helpers/fakes/reference.ts';

const generation = {
  version: '1',
  vehiclesIndex: 'vehicles',
  referencesIndex: 'references',
  dataset: {version: '1', importedAt: '', extractedAt: null, vehicleCount: 1},
};

type Request = {
  readonly from?: number;
  readonly size: number;
  readonly query: {readonly bool: {readonly filter: readonly object[]}};
};

/** An engine with entries 1 to 1000, which tells of every search for some of them. */
const engineOf = (onSearch: (searches: number) => void) => {
  let searches = 0;
  const search = async ({from = 0, size, query}: Request, {signal}: {signal: AbortSignal}) => {
    const whole = {timed_out: false, _shards: {failed: 0}};
    if (size === 0) return {...whole, hits: {total: {value: 1000}, hits: []}};
    searches += 1;
    onSearch(searches);
    signal.throwIfAborted();
    const range = query.bool.filter.find(clause => 'range' in clause);
    const after = Number((range as {range: {id: {gt: string}}} | undefined)?.range.id.gt ?? 0);
    const hits = Array.from({length: size}, (_, at) => ({
      _id: '',
      _source: aReference({id: String(after + from + at + 1)}),
    }));
    return {...whole, hits: {hits}};
  };
  return {search} as unknown as Client;
};

test('a jump into a long list that is cut off is gone on with from where it came', async t => {
  const caller = new AbortController();
  let searches = 0;
  const client = engineOf(count => {
    searches = count;
    if (count === 8) caller.abort(new Error('late'));
  });
  const query = (find: (...asked: unknown[]) => unknown, signal = staying) =>
    find(generation, signal);
  const queries = {query, lookup: () => {}, limiters: patientLimiters};
  const {list} = references(client, queries as unknown as LiveQueries, 100);
  const last = {startsWith: undefined, page: {number: 100, size: 10}};
  await t.throwsAsync(list('makes', {}, last, caller.signal));
  t.is(searches, 8);
  const page = await list('makes', {}, last);
  t.like(page as object, {documents: [{id: '991'}], totalCount: 1000});
  t.is(searches, 8 + 3, 'seven of nine cursors were kept');
});
