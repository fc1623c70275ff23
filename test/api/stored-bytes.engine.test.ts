import test, {type ExecutionContext} from 'ava';
import type {z} from 'zod';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractXml} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
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

/** The API over what the indexer made of these records. */
const startOverRecords = async (t: ExecutionContext) => {
  const {client, prefix} = await importFile(t, await anExtractFile(t, extractXml(records)));
  const api = await startKeyedCopy(t, prefix);
  const documents = await storedVehicles(client, prefix);
  return {api, vehicles: documents.map(({vehicle}) => vehicle)};
};

/** Makes the text of a response as a value of its schema would be written. */
const written = (schema: z.ZodType, text: string) => JSON.stringify(schema.parse(JSON.parse(text)));

test('vehicles are answered in the bytes in which JSON.stringify writes them', async t => {
  const {api, vehicles} = await startOverRecords(t);
  t.is(vehicles.length, texts.length);
  t.is(vehicles[1]?.leasingPeriods.length, 3);

  for (const [at, vehicle] of vehicles.entries()) {
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
  const {api, vehicles} = await startOverRecords(t);
  const search = await api.get('/v1/vehicles?sortBy=id&pageSize=4');
  const metadata = {page: 1, pageSize: 4, totalCount: texts.length, totalPages: 2};
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
