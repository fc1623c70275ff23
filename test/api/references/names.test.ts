import test from 'ava';
import {startApi} from '../../helpers/api/start-api.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {withEntry} from './services-with-entry.ts';

/** An entry with all that any list answers. */
const entry = aReference({makeId: '1', modelId: '1', originalName: 'Citroën'});

const lists = [
  'colors',
  'kinds',
  'usages',
  'emission-standards',
  'equipment',
  'makes',
  'makes/1/models',
  'makes/1/models/1/variants',
  'makes/1/models/1/designation-types',
];

const isReadAs = test.macro({
  title: (_, query: string, read: string | undefined) =>
    `?${query} looks for ${read ?? 'all names'}`,
  async exec(t, query: string, read: string | undefined) {
    const {services, searches} = withEntry(entry);
    const api = await startApi(t, services);
    for (const path of lists) t.is((await api.get(`/v1/${path}?${query}`)).status, 200);
    t.deepEqual<unknown, unknown>(
      searches.map(([, , {startsWith}]) => startsWith),
      lists.map(() => read),
    );
  },
});

test(isReadAs, 'q=Citro%C3%8BN', 'citroen');
test(isReadAs, 'q=+A+6+', 'a 6');
test(isReadAs, 'q=*', '*');
test(isReadAs, 'q=', undefined);
test(isReadAs, 'q', undefined);
test(isReadAs, 'q=%20', undefined);
test(isReadAs, 'q=%CC%81', undefined);
test(isReadAs, 'Q=a', undefined);

test('an empty search by name has the tag of none', async t => {
  const api = await startApi(t, withEntry(entry).services);
  const {headers} = await api.get('/v1/makes');
  const tag = String(headers['etag']);
  for (const query of ['q=', 'q=+&page=1', 'pageSize=10']) {
    const {status} = await api.get(`/v1/makes?${query}`, {headers: {'If-None-Match': tag}});
    t.is(status, 304);
  }
  const other = await api.get('/v1/makes?q=a', {headers: {'If-None-Match': tag}});
  t.is(other.status, 200);
});
