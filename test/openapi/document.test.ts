import {readFile} from 'node:fs/promises';
import {lintFromString, loadConfig} from '@redocly/openapi-core';
import test from 'ava';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {records} from '#src/api/vehicles/vehicle-records.ts';
import {openApiDocument} from '#src/openapi/document.ts';

const root = new URL('../../', import.meta.url);
const file = await readFile(new URL('docs/openapi.json', root), 'utf8');
const document = openApiDocument('https://api.example');

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({path, method, ...operation})),
);

const lint = async (source: string) => {
  const config = await loadConfig({configPath: new URL('redocly.yaml', root).pathname});
  const found = await lintFromString({source, config});
  return found.map(({ruleId, message}) => `${ruleId}: ${message}`);
};

test('the linter finds nothing in docs/openapi.json', async t => {
  t.deepEqual(await lint(file), []);
});

test('the linter would find an example that does not fit its schema', async t => {
  t.true((await lint(file.replace('"registrationStatus": "Registered"', '"x": 1'))).length > 0);
});

test('the document describes every endpoint, and no other', t => {
  t.deepEqual(
    operations.map(({path, method, operationId}) => [operationId, method, path]).toSorted(),
    endpoints
      .map(({path, method = 'GET', operationId}) => [operationId, method.toLowerCase(), path])
      .toSorted(),
  );
});

test('every tag of an operation is explained', t => {
  const explained = new Set(document.tags?.map(({name}) => name));
  for (const {tags, summary} of operations) {
    t.true(
      tags?.every((tag: string) => explained.has(tag)),
      summary,
    );
  }
});

test('every parameter has a meaning and an example', t => {
  for (const {operationId, parameters} of operations) {
    for (const parameter of parameters ?? []) {
      if ('$ref' in parameter) continue;
      t.truthy(parameter.description, `${operationId} ${parameter.name}`);
      const {schema = {}} = parameter;
      const [another] = ('examples' in schema && schema.examples) || [];
      t.truthy(parameter.example ?? another, `${operationId} ${parameter.name}`);
    }
  }
});

test('every code is shown in an example or listed in the introduction', t => {
  const {components, info} = document;
  const told = `${Object.keys(components?.examples ?? {})} ${info.description}`;
  for (const code of Object.keys(errors)) t.regex(told, new RegExp(`\\b${code}\\b`));
});

test('every problem that an endpoint declares is among its responses', t => {
  for (const {operationId, errors: declared} of endpoints) {
    const described = operations.find(operation => operation.operationId === operationId);
    for (const {status} of declared) t.truthy(described?.responses?.[`${status}`]);
  }
});

test('every rule is shown as an endpoint refuses what breaks it', t => {
  const shown = new Set(
    operations.flatMap(({responses}) =>
      Object.keys(responses?.['400']?.content?.['application/problem+json']?.examples ?? {}),
    ),
  );
  for (const rule of Object.keys(rules)) t.true(shown.has(rule), rule);
});

test('schemas have the names of the contract', t => {
  const entries = [
    'Color',
    'Make',
    'Model',
    'Variant',
    'Kind',
    'Usage',
    'DesignationType',
    'EmissionStandard',
    'Equipment',
  ].map(entry => `Vehicle${entry}Response`);
  const resources = [
    ...entries,
    ...entries.map(entry => `PaginationResponseOf${entry}`),
    'VehicleResponse',
    'VehicleTechnicalDetailsResponse',
    'VehicleEngineInformationResponse',
    'VehicleInspectionReportResponse',
    'VehicleEnvironmentalInformationResponse',
    'PaginationResponseOfVehicleResponse',
    'BatchPlatesRequest',
    'BatchPlatesResponse',
    'ChangeResponse',
    'ChangesResponse',
    'ReleaseResponse',
    'PaginationResponseOfReleaseResponse',
    'DatasetResponse',
    'ExportResponse',
    'ExportsResponse',
    'UsageResponse',
    'StatisticsResponse',
    'StatisticsMetadata',
    'PartialVehicle',
    'PaginationResponseOfPartialVehicle',
    'PartialBatchPlatesResponse',
  ];
  const parts = ['ErrorCode', 'Problem', 'PaginationMetadata', 'Reference', 'TranslatedReference'];
  t.deepEqual(
    Object.keys(document.components?.schemas ?? {}).toSorted(),
    [...resources, ...parts].toSorted(),
  );
});

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Every member of a schema at any depth, by its path. */
const membersOf = ({properties = {}, items, anyOf = []}: Schema, path: string) => {
  const members: [string, Schema][] = [];
  for (const [name, member] of Object.entries(properties)) {
    members.push([`${path}.${name}`, member], ...membersOf(member, `${path}.${name}`));
  }
  for (const part of [items, ...anyOf]) if (part) members.push(...membersOf(part, path));
  return members;
};

const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];

test('every schema and every member of one has a meaning', t => {
  for (const [name, schema] of schemas) {
    t.truthy(schema.description, name);
    for (const [path, member] of membersOf(schema, name)) {
      t.truthy(member.description ?? member.$ref, path);
    }
  }
});

test('every member that the register fills has an example', t => {
  const resources = schemas.filter(([name]) => /^Vehicle/.test(name));
  t.is(resources.length, 14);
  for (const [name, {properties = {}}] of resources) {
    // A record within a vehicle has the examples of its own schema.
    const filled = Object.entries(properties).filter(([member]) => !(member in records));
    for (const [member, {examples}] of filled) t.is(examples?.length, 1, `${name}.${member}`);
  }
});
