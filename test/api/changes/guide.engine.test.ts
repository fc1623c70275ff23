import test from 'ava';
import {applyTo, type Copy, digestOf, follow} from '../../changes/guide.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {editable, editedWeeks, edits, replated} from './edited-weeks.ts';

const expand = 'technicalDetails,engine,inspection,environmentalInformation';
const [first = '', second = '', third = '', fourth = ''] = editable;

test('a copy that is held by the code of the guide has the digest of each release', async t => {
  const weeks = editedWeeks(t);
  await weeks.put({[first]: edits.gone});
  const api = await startKeyedCopy(t, weeks.prefix);
  const server = `http://127.0.0.1:${api.port}`;
  const dataset = async () =>
    (await api.get('/v1/dataset')).body as {readonly serial: number; readonly digest: string};
  const copied = async () => {
    const copy: Copy = new Map();
    for (let page = 1; ; page += 1) {
      const {body} = await api.get(
        `/v1/vehicles?sortBy=id&pageSize=20&page=${page}&expand=${expand}`,
      );
      const {data, metadata} = body as {
        readonly data: readonly {readonly id: string}[];
        readonly metadata: {readonly totalPages: number};
      };
      for (const vehicle of data) copy.set(vehicle.id, vehicle);
      if (page >= metadata.totalPages) return copy;
    }
  };
  const copy = await copied();
  const begun = await dataset();
  t.is(digestOf(copy.values()), begun.digest);
  const digests = new Set([begun.digest]);

  let since = begun.serial;
  const catchUp = async () => {
    const live = await dataset();
    since = await follow(server, api.key, since, change => applyTo(copy, change));
    t.is(since, live.serial);
    t.is(digestOf(copy.values()), live.digest);
    t.is(digestOf((await copied()).values()), live.digest);
    digests.add(live.digest);
  };
  await weeks.put({[second]: replated('ZZ90001'), [third]: edits.colored});
  await catchUp();
  await weeks.put({[second]: replated('ZZ90002'), [fourth]: edits.deregistered});
  await weeks.put({[second]: edits.gone});
  await catchUp();
  await weeks.rollBack();
  await catchUp();
  t.is(digests.size, 4);
  await t.throwsAsync(
    follow(server, api.key, 0, () => {}),
    {message: /^410 ChangesExpired: /},
  );
});
