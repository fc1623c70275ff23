import {readFile} from 'node:fs/promises';
import {lintFromString, loadConfig} from '@redocly/openapi-core';
import test from 'ava';
import {referenceLists} from '#mappings/reference-document.ts';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {records} from '#src/api/vehicles/vehicle-records.ts';
import {interfaceDescription, openApiDocument} from '#src/openapi/document.ts';
import {answersFile, exampleOf} from '#src/openapi/examples.ts';
import {ProblemResponse} from '#src/openapi/problem-responses.ts';
import {root} from '../docs/pages.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const document = openApiDocument('https://api.example');

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({path, method, ...operation})),
);

test('the linter finds nothing in docs/openapi.json, and would find an example that does not fit', async t => {
  const file = await readFile(new URL('docs/openapi.json', root), 'utf8');
  const config = await loadConfig({configPath: new URL('redocly.yaml', root).pathname});
  const lint = async (source: string) => {
    const found = await lintFromString({source, config});
    return found.map(({ruleId, message}) => `${ruleId}: ${message}`);
  };
  t.deepEqual(await lint(file), []);
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

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: {readonly examples?: readonly unknown[]};
};

/** The parameters of operations, but for shared headers, each with its example, which may be one of its schema. */
const parameters = operations.flatMap(({operationId, parameters = []}) =>
  (parameters as readonly Parameter[]).flatMap(({$ref, name, description, example, schema}) => {
    const [another] = schema?.examples ?? [];
    return $ref ? [] : {operationId, name, description, example: example ?? another};
  }),
);

test('every parameter has a meaning and an example', t => {
  for (const {operationId, name, description, example} of parameters) {
    t.truthy(description, `${operationId} ${name}`);
    t.truthy(example, `${operationId} ${name}`);
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

test('the size of a file that a range is past the end of is in a header that is declared', t => {
  t.like(document.components?.responses, {
    RangeNotSatisfiable: {
      headers: {'Content-Range': {schema: {example: 'bytes */13801010'}}},
    },
  });
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
  t.is(resources.length, 1 + Object.keys(records).length + referenceLists.length);
  for (const [name, {properties = {}}] of resources) {
    // A record within a vehicle has the examples of its own schema.
    const filled = Object.entries(properties).filter(([member]) => !(member in records));
    for (const [member, {examples}] of filled) t.is(examples?.length, 1, `${name}.${member}`);
  }
});

test('the interface description is served without a key, for the address clients use', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers, body} = await api.get('/openapi.json', {
    headers: {'X-Api-Key': undefined},
  });
  t.is(status, 200);
  t.is(headers['content-type'], 'application/json');
  t.like(body, {openapi: '3.1.0', servers: [{url: 'https://api.example'}]});
});

test('another interface is another version of the contract', t => {
  const versionAt = (publicUrl: string) => interfaceDescription(publicUrl).contractVersion;
  t.is(versionAt('https://one.example'), versionAt('https://one.example'));
  t.not(versionAt('https://one.example'), versionAt('https://two.example'));
});

for (const {operationId, params, query, responses} of endpoints) {
  const example = exampleOf(operationId);
  const taken = Object.entries(query?.shape ?? {});

  if (query)
    test(`the example of every parameter of ${operationId} is one it takes`, t => {
      const described = parameters.filter(each => each.operationId === operationId);
      const samples = new Map(described.map(({name, example}) => [name, example]));
      for (const [name, schema] of taken) {
        t.notThrows(() => schema.parse(String(samples.get(name))), name);
      }
    });

  // A file is no JSON.
  if (!responses.mediaTypes)
    test(`the answer in the example of ${operationId} is one it can give, and whole`, t => {
      t.deepEqual(responses[200].parse(example.answer), example.answer);
      const {data} = example.answer as {readonly data?: readonly unknown[]};
      t.not(data?.length, 0);
    });

  test(`the example of ${operationId} names the parameters that it has`, t => {
    t.deepEqual(Object.keys(example.params ?? {}), Object.keys(params ?? {}));
    t.true(new Set(Object.keys(example.query ?? {})).isSubsetOf(new Map(taken)));
  });
}

test('there is an example for every operation, and no other', async t => {
  const answering = endpoints.filter(({responses}) => !responses.mediaTypes);
  const operations = new Set(answering.map(({operationId}) => operationId));
  for (const operation of operations) t.truthy(exampleOf(operation).answer, operation);
  const answers: object = JSON.parse(await readFile(answersFile, 'utf8'));
  t.true(new Set(Object.keys(answers)).isSubsetOf(operations));
});

/** Every problem shown anywhere in the document. */
const problemsIn = (part: unknown): readonly unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  const {value} = part as {readonly value?: {readonly code?: string}};
  return value?.code === undefined ? Object.values(part).flatMap(problemsIn) : [value];
};

test('every problem in an example is one the API can answer with, and whole', t => {
  const problems = problemsIn(document);
  t.true(problems.length > 10);
  for (const problem of problems) t.deepEqual(ProblemResponse.parse(problem) as unknown, problem);
});
