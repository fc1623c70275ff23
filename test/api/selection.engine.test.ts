import test, {type ExecutionContext} from 'ava';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';

const paths = {
  technicalDetails: 'technical-details',
  environmentalInformation: 'environmental-information',
  engine: 'engine',
  inspection: 'inspection',
} as const;

const names = Object.keys(paths) as readonly (keyof typeof paths)[];

type Members = Readonly<Record<string, unknown>>;

/** The API over some vehicles, and what it answers of each on its own paths. */
const startOverVehicles = async (t: ExecutionContext) => {
  const {client, prefix} = await importFile(t, await anExtractFile(t, extractXml(someRecords(60))));
  const api = await startKeyedCopy(t, prefix);
  const get = async (path: string) => {
    const {status, body} = await api.get(path);
    return status === 204 ? null : (body as Members);
  };
  const documents = await storedVehicles(client, prefix);
  const vehicles = await Promise.all(
    documents.map(async ({vehicle: {id}}) => {
      const own = names.map(async name => [name, await get(`/v1/vehicles/${id}/${paths[name]}`)]);
      const records: Readonly<Record<string, Members | null>> = Object.fromEntries(
        await Promise.all(own),
      );
      return {id, vehicle: (await get(`/v1/vehicles/${id}`)) as Members, records};
    }),
  );
  const batch = async (query: string, plates: readonly unknown[]) => {
    const sent = JSON.stringify({plates});
    const path = `/v1/vehicles/plates?${query}`;
    return (await api.post(path, sent)).body as {
      readonly data: readonly {readonly vehicle: Members | null}[];
    };
  };
  return {vehicles, get, batch};
};

test('expand and fields answer what the vehicle and its records answer on their own paths', async t => {
  const {vehicles, get, batch} = await startOverVehicles(t);
  t.is(vehicles.length, 60);
  const everyRecord = vehicles.flatMap(({records}) => Object.values(records));
  t.true(everyRecord.includes(null), 'some records are absent');
  const expand = `expand=${names}`;

  for (const {id, vehicle, records} of vehicles) {
    const expanded = {...vehicle, ...records};
    t.deepEqual(await get(`/v1/vehicles/${id}?${expand}`), expanded);
    t.deepEqual(await get(`/v1/vehicles/vin/${vehicle['vin']}?${expand}`), expanded);

    for (const [name, value] of Object.entries(vehicle)) {
      t.deepEqual(await get(`/v1/vehicles/${id}?fields=${name}`), {[name]: value});
      if (value === null || Array.isArray(value) || typeof value !== 'object') continue;
      for (const [member, own] of Object.entries(value)) {
        const selected = await get(`/v1/vehicles/${id}?fields=${name}.${member}`);
        t.deepEqual(selected, {[name]: {[member]: own}});
      }
    }
    for (const [name, record] of Object.entries(records)) {
      const members = Object.keys(record ?? {}).slice(0, 3);
      const fields = members.map(member => `${name}.${member}`);
      const some = record && Object.fromEntries(members.map(member => [member, record[member]]));
      if (record === null) fields.push(name);
      t.deepEqual(await get(`/v1/vehicles/${id}?fields=${fields}`), {[name]: some});
    }
  }

  const byId = new Map<unknown, Members>(
    vehicles.map(({id, vehicle, records}) => [id, {...vehicle, ...records}]),
  );
  for (const page of [1, 2, 3]) {
    const found = await get(`/v1/vehicles?sortBy=id&page=${page}&pageSize=20&${expand}`);
    const data = found?.['data'] as readonly Members[];
    t.is(data.length, 20);
    for (const each of data) t.deepEqual(each, byId.get(each['id']));
  }

  const plates = vehicles.flatMap(({vehicle}) => vehicle['registrationNumber'] ?? []);
  const {data} = await batch(expand, plates);
  t.is(data.length, plates.length);
  for (const {vehicle} of data) t.deepEqual(vehicle ?? {}, byId.get(vehicle?.['id']));
});
