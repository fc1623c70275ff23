import test from 'ava';
import type {z} from 'zod';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {fileScope} from '../helpers/scope.ts';
import {aRecord} from '../indexer/read/register-xml.ts';

const element = (name: string, text: string) => `<ns:${name}>${text}</ns:${name}>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A record with this text wherever the register has one, leased from this day on. */
const recordWith = (id: string, plate: string, text: string, day = '2020-01-01') => {
  const named = (of: string) => element(`${of}Nummer`, '1') + element(`${of}Navn`, escaped(text));
  return aRecord(
    id,
    named('KoeretoejArt') +
      element('RegistreringNummerNummer', escaped(plate)) +
      element('LeasingGyldigFra', day) +
      element(
        'KoeretoejOplysningGrundStruktur',
        element('KoeretoejOplysningStelNummer', escaped(text)) +
          element('KoeretoejOplysningModelAar', '2020') +
          element('KoeretoejBetegnelseStruktur', named('KoeretoejMaerkeType')),
      ),
  );
};

/** Some with escapes in JSON, some that could be taken for the end of a document. */
const texts = [
  'CITROËN ÆØÅ',
  'a "quoted" \\ backslash / slash',
  '\u{1F697} \u2028 \u007F \u00E9',
  '"_source":{"vehicleBytes":2,"vehicle":{}',
  '\\"},"sort":[1]},{"_source":{"vehicleBytes":1,"vehicle":{',
  '","plates":["AB1"],"registrationStatus":"Registered"',
];

const plates = texts.map((_, at) => `ÆØ${at}`);

const records = [
  ...texts.flatMap((text, at) => recordWith(String(at + 1), plates[at] ?? '', text)),
  // Of the second, two more records: its document is folded.
  recordWith('2', 'ÆØ1', texts[1] ?? '', '2019-01-01'),
  recordWith('2', 'AB*"1', texts[1] ?? '', '2018-01-01'),
];

const others = someRecords(60);

const shared = fileScope(test);
let api: Awaited<ReturnType<typeof startKeyedCopy>>;
/** The API over what the indexer made of these records: by id, those with texts come first. */
let vehicles: readonly VehicleResponse[];
test.before(async () => {
  const file = await anExtractFile(shared, extractXml([...records, ...others]));
  const {client, prefix} = await importFile(shared, file);
  api = await startKeyedCopy(shared, prefix);
  vehicles = (await storedVehicles(client, prefix)).map(({vehicle}) => vehicle);
});

/** Makes the text of a response as a value of its schema would be written. */
const written = (schema: z.ZodType, text: string) => JSON.stringify(schema.parse(JSON.parse(text)));

test('vehicles are answered in the bytes in which JSON.stringify writes them', async t => {
  t.is(vehicles.length, texts.length + 60);
  t.is(vehicles[1]?.leasingPeriods.length, 3);

  for (const [at, vehicle] of vehicles.slice(0, texts.length).entries()) {
    const json = JSON.stringify(vehicle);
    for (const path of [
      `/v1/vehicles/${vehicle.id}`,
      `/v1/vehicles/vin/${encodeURIComponent(vehicle.vin ?? '')}`,
      `/v1/vehicles/plate/${encodeURIComponent(plates[at] ?? '')}`,
    ]) {
      const {status, headers, bytes} = await api.get(path);
      t.is(status, 200, path);
      t.is(bytes.toString(), json, path);
      t.is(written(VehicleResponse, bytes.toString()), json);
      t.is(headers['content-length'], String(Buffer.byteLength(json)));
      const head = await api.get(path, {method: 'HEAD'});
      t.is(head.headers['content-length'], headers['content-length']);
      t.is(head.headers.etag, headers.etag);
      t.is(head.bytes.length, 0);
    }
  }
});

test('searches and batches are answered in the bytes in which JSON.stringify writes them', async t => {
  const search = await api.get('/v1/vehicles?sortBy=id&pageSize=4');
  const metadata = {page: 1, pageSize: 4, totalCount: vehicles.length, totalPages: 17};
  t.is(search.bytes.toString(), JSON.stringify({data: vehicles.slice(0, 4), metadata}));

  const sent = ['"\\', ...plates, 'NOBODY', 'æø 0'];
  const batch = await api.post('/v1/vehicles/plates', JSON.stringify({plates: sent}));
  const found = new Map(plates.map((plate, at) => [plate, vehicles[at]]));
  const error = (code: string, message: string) => ({code, message});
  const [invalid] = (batch.body as {data: {error: {message: string}}[]}).data;
  t.is(
    batch.bytes.toString(),
    JSON.stringify({
      data: [
        {plate: '"\\', vehicle: null, error: error('InvalidPlate', invalid?.error.message ?? '')},
        ...plates.map(plate => ({plate, vehicle: found.get(plate), error: null})),
        {
          plate: 'NOBODY',
          vehicle: null,
          error: error('VehicleNotFound', 'The vehicle was not found.'),
        },
        {plate: 'æø 0', vehicle: vehicles[0], error: null},
      ],
    }),
  );
  t.is(batch.headers['content-length'], String(batch.bytes.length));
});

const paths = {
  technicalDetails: 'technical-details',
  environmentalInformation: 'environmental-information',
  engine: 'engine',
  inspection: 'inspection',
} as const;

const names = Object.keys(paths) as readonly (keyof typeof paths)[];

type Members = Readonly<Record<string, unknown>>;

const get = async (path: string) => {
  const {status, body} = await api.get(path);
  return status === 204 ? null : (body as Members);
};

/** What is answered of a vehicle and of its records on their own paths. */
const answersOf = async ({id}: VehicleResponse) => {
  const own = names.map(async name => [name, await get(`/v1/vehicles/${id}/${paths[name]}`)]);
  const records: Readonly<Record<string, Members | null>> = Object.fromEntries(
    await Promise.all(own),
  );
  return {id, vehicle: (await get(`/v1/vehicles/${id}`)) as Members, records};
};

/** Whether a value is the first of its kind that a member has: null, a list, an object or another. */
const firstOfEach = () => {
  const seen = new Set<string>();
  return (member: string, value: unknown): boolean => {
    const kind = value === null ? 'null' : Array.isArray(value) ? value.length > 0 : typeof value;
    const {size} = seen;
    return seen.add(`${member} ${kind}`).size > size;
  };
};

test('expand and fields answer what the vehicle and its records answer on their own paths', async t => {
  const answers = await Promise.all(vehicles.map(answersOf));
  const everyRecord = answers.flatMap(({records}) => Object.values(records));
  t.true(everyRecord.includes(null), 'some records are absent');
  const expand = `expand=${names}`;
  const isNew = firstOfEach();

  for (const {id, vehicle, records} of answers) {
    const expanded = {...vehicle, ...records};
    t.deepEqual(await get(`/v1/vehicles/${id}?${expand}`), expanded);
    const vin = encodeURIComponent(String(vehicle['vin']));
    t.deepEqual(await get(`/v1/vehicles/vin/${vin}?${expand}`), expanded);

    for (const [name, value] of Object.entries(vehicle)) {
      if (isNew(name, value)) {
        t.deepEqual(await get(`/v1/vehicles/${id}?fields=${name}`), {[name]: value});
      }
      if (value === null || Array.isArray(value) || typeof value !== 'object') continue;
      for (const [member, own] of Object.entries(value)) {
        if (!isNew(`${name}.${member}`, own)) continue;
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
    answers.map(({id, vehicle, records}) => [id, {...vehicle, ...records}]),
  );
  for (const page of [1, 2, 3]) {
    const found = await get(`/v1/vehicles?sortBy=id&page=${page}&pageSize=20&${expand}`);
    const data = found?.['data'] as readonly Members[];
    t.is(data.length, 20);
    for (const each of data) t.deepEqual(each, byId.get(each['id']));
  }

  const plates = answers.flatMap(({vehicle}) => vehicle['registrationNumber'] ?? []);
  const batch = await api.post(`/v1/vehicles/plates?${expand}`, JSON.stringify({plates}));
  const {data} = batch.body as {readonly data: readonly {readonly vehicle: Members | null}[]};
  t.is(data.length, plates.length);
  for (const {vehicle} of data) t.deepEqual(vehicle ?? {}, byId.get(vehicle?.['id']));
});
