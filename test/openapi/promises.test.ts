import {readFile} from 'node:fs/promises';
import test from 'ava';
import {openApiFile} from '../../docs/generate/main.ts';
import {unannounced} from '../../docs/generate/promises.ts';
import {root} from '../docs/pages.ts';

const current = JSON.parse(openApiFile());
const changelog = await readFile(new URL('CHANGELOG.md', root), 'utf8');
const released = await readFile(new URL('docs/released/openapi.json', root), 'utf8');

test('what the last release promised to clients holds, or the changelog says that it does not', t => {
  const broken = unannounced(JSON.parse(released), current, changelog);
  t.deepEqual(broken, [], 'Name each in CHANGELOG.md, under "Unreleased", "Breaking".');
});

type Change = {
  /** Where the description changes, and to what: nothing removes it. */
  readonly at: readonly string[];
  readonly to?: unknown;
};

const changed = ({at, to}: Change) => {
  const description = structuredClone(current);
  const holder = at.slice(0, -1).reduce((part, key) => part[key], description);
  const last = at.at(-1) ?? '';
  if (!(last in holder) && to === undefined) throw new Error(`There is no ${at.join('.')}.`);
  if (to === undefined) delete holder[last];
  else holder[last] = to;
  return description;
};

const lookup = '/v1/vehicles/plate/{plate}';
const search = ['paths', '/v1/vehicles', 'get'];
const schemas = ['components', 'schemas'];
const vehicle = [...schemas, 'VehicleResponse'];
const parameters: readonly {readonly name: string}[] = current.paths['/v1/vehicles'].get.parameters;
const makeId = String(parameters.findIndex(({name}) => name === 'makeId'));
const pageSize = String(parameters.findIndex(({name}) => name === 'pageSize'));
const fieldsAt = parameters.findIndex(({name}) => name === 'fields');
const fields = [...search, 'parameters', String(fieldsAt), 'schema'];
const fieldsPattern = String(current.paths['/v1/vehicles'].get.parameters[fieldsAt].schema.pattern);
const sortBy = String(parameters.findIndex(({name}) => name === 'sortBy'));

const breaking: Readonly<Record<string, readonly [Change, promise: string]>> = {
  'An operation that is gone': [{at: ['paths', lookup]}, `GET ${lookup} answers 200`],
  'A method under another name': [
    {at: [...search, 'operationId'], to: 'find'},
    'GET /v1/vehicles has the operationId searchVehicles',
  ],
  'A parameter that is gone': [
    {at: [...search, 'parameters'], to: parameters.filter(({name}) => name !== 'makeId')},
    'GET /v1/vehicles takes makeId',
  ],
  'A parameter that is required now': [
    {at: [...search, 'parameters', makeId, 'required'], to: true},
    'GET /v1/vehicles needs no parameter',
  ],
  'A new parameter that is required': [
    {
      at: [...search, 'parameters', String(parameters.length)],
      to: {name: 'region', required: true, schema: {}},
    },
    'GET /v1/vehicles needs no parameter',
  ],
  'A type that a parameter may not have any more': [
    {at: [...search, 'parameters', makeId, 'schema', 'type'], to: 'integer'},
    'GET /v1/vehicles: makeId may be of type string',
  ],
  'A value that a parameter may not have any more': [
    {at: [...search, 'parameters', sortBy, 'schema', 'enum'], to: ['id', '-id']},
    'GET /v1/vehicles: sortBy may be vin',
  ],
  'A lower limit of a parameter': [
    {at: [...search, 'parameters', pageSize, 'schema', 'maximum'], to: 10},
    'GET /v1/vehicles: pageSize has maximum 20',
  ],
  'A word that a list may not have any more': [
    {at: [...fields, 'pattern'], to: fieldsPattern.replaceAll('|vin|', '|')},
    'GET /v1/vehicles: fields has pattern vin',
  ],
  'A lower limit of a body': [
    {at: [...schemas, 'BatchPlatesRequest', 'properties', 'plates', 'maxItems'], to: 100},
    'BatchPlatesRequest.plates has maxItems 500',
  ],
  'A member that a body must have now': [
    {at: [...schemas, 'BatchPlatesRequest', 'required'], to: ['plates', 'region']},
    'BatchPlatesRequest must have plates',
  ],
  'A member that is gone': [
    {at: [...vehicle, 'properties', 'vin']},
    'VehicleResponse.vin is of type string',
  ],
  'A member that may be absent now': [
    {at: [...vehicle, 'required'], to: ['id']},
    'VehicleResponse.vin is always there',
  ],
  'A member that may be null now': [
    {at: [...vehicle, 'properties', 'id', 'type'], to: ['string', 'null']},
    'VehicleResponse.id is never null',
  ],
  'A member of another type': [
    {at: [...vehicle, 'properties', 'vin', 'type'], to: ['integer', 'null']},
    'VehicleResponse.vin is of type string',
  ],
  'A member of another schema': [
    {at: [...vehicle, 'properties', 'make'], to: {$ref: '#/components/schemas/Named'}},
    'VehicleResponse.make is Reference',
  ],
  'A value that a client does not know': [
    {at: [...vehicle, 'properties', 'registrationStatus', 'enum'], to: ['Registered', 'Unknown']},
    'VehicleResponse.registrationStatus can be NotRegistered',
  ],
  'A status that is gone': [
    {at: ['paths', lookup, 'get', 'responses', '404']},
    `GET ${lookup} answers 404`,
  ],
  'Another code for a problem': [
    {at: ['components', 'examples', 'VehicleNotFound', 'value', 'code'], to: 'NoVehicle'},
    `GET ${lookup} answers 404 VehicleNotFound`,
  ],
  'A code that is gone': [
    {at: [...schemas, 'ErrorCode', 'enum'], to: ['RouteNotFound']},
    'ErrorCode can be MethodNotAllowed',
  ],
  'A header that is gone': [
    {at: ['paths', lookup, 'get', 'responses', '200', 'headers', 'ETag']},
    `GET ${lookup} answers 200 with the header ETag`,
  ],
};

for (const [name, [change, promise]] of Object.entries(breaking)) {
  test(`${name} breaks a promise`, t => {
    t.true(unannounced(current, changed(change), '').includes(promise));
  });
}

const harmless: Readonly<Record<string, Change>> = {
  'A new operation': {at: ['paths', '/v1/forecasts'], to: current.paths['/v1/dataset']},
  'A new parameter': {
    at: [...search, 'parameters', String(parameters.length)],
    to: {name: 'region', schema: {type: 'string'}},
  },
  'A new member': {at: [...vehicle, 'properties', 'seats'], to: {type: 'integer'}},
  'A new word that a list may have': {
    at: [...fields, 'pattern'],
    to: fieldsPattern.replaceAll('|vin|', '|vin|lengthMm|'),
  },
  'A new last word that a list may have': {
    at: [...fields, 'pattern'],
    to: fieldsPattern.replaceAll(/(?<=\w)\)/g, '|lengthMm)'),
  },
  'A new code': {at: [...schemas, 'ErrorCode', 'enum', '99'], to: 'TooManyWishes'},
  'A member that is never null any more': {
    at: [...vehicle, 'properties', 'vin', 'type'],
    to: ['string'],
  },
};

for (const [name, change] of Object.entries(harmless)) {
  test(`${name} breaks no promise`, t => {
    t.deepEqual(unannounced(current, changed(change), ''), []);
  });
}

test('a promise that the changelog names is announced, by its beginning too, but only if it is not released', t => {
  const withoutVin = changed({at: [...vehicle, 'properties', 'vin']});
  const missing = (text: string) => unannounced(current, withoutVin, text);
  const entry = '### Breaking\n\n- `VehicleResponse.vin` is gone.\n';
  t.deepEqual(missing(`# Changelog\n\n## Unreleased\n\n${entry}\n### Added\n\n- \`x\`\n`), []);
  const promises = missing('');
  t.deepEqual(promises, ['VehicleResponse.vin is of type string']);
  t.deepEqual(missing(`## Unreleased\n\n${entry.replace('.vin`', '.vi`')}`), promises);
  t.deepEqual(missing(`## Unreleased\n\n### Added\n\n- \`VehicleResponse.vin\`\n`), promises);
  t.deepEqual(missing(`## Unreleased\n\n## 1.0.0\n\n${entry}`), promises);
});

test('a name with a star stands for any path', t => {
  const ofText = changed({at: [...search, 'parameters', makeId, 'schema', 'type'], to: 'integer'});
  const missing = (name: string) =>
    unannounced(current, ofText, `## Unreleased\n\n### Breaking\n\n- \`${name}\``);
  t.deepEqual(missing('GET *: makeId'), []);
  t.deepEqual(missing('GET *: make').length, 1);
  t.deepEqual(missing('*: kindId').length, 1);
});
