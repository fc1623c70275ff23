import {readFileSync} from 'node:fs';
import {declarationOf, type ReferenceList, referenceLists} from '#mappings/reference-document.ts';
import {operationsOf} from '#src/api/references.ts';
import {filledPath} from '#src/http/endpoint/endpoint.ts';

type Texts = Readonly<Record<string, string>>;

type ExampleRequest = {
  readonly params?: Texts;
  readonly query?: Texts;
  readonly body?: unknown;
};

/** The same with its response from the sample extract. */
export type Example = ExampleRequest & {readonly answer: unknown};

const id = '9000000000096792';

/** The requests for an entry of a list, and for a page of the list. */
const requestsOf = (list: ReferenceList): readonly (readonly [string, ExampleRequest])[] => {
  const {example, parents} = declarationOf(list);
  const {one, many} = operationsOf(list);
  const params = Object.fromEntries(
    parents.map(({list, parameter}) => [parameter, declarationOf(list).example.id]),
  );
  return [
    [one, {params: {...params, id: example.id}}],
    [many, {params, query: {q: example.nameStart, page: '1', pageSize: '3'}}],
  ];
};

const requests: Readonly<Record<string, ExampleRequest>> = {
  getVehicle: {params: {id}},
  getVehicleByVin: {params: {vin: 'JNWCCRPE64H013827'}},
  getVehicleByPlate: {params: {plate: 'ER52578'}},
  lookUpPlates: {body: {plates: ['er 52-578', 'ZZ99999', 'AB_12345']}},
  getTechnicalDetails: {params: {vehicleId: id}},
  getEnvironmentalInformation: {params: {vehicleId: id}},
  getEngine: {params: {vehicleId: id}},
  getInspection: {params: {vehicleId: id}},
  searchVehicles: {
    query: {
      makeId: '10043',
      kindId: '1',
      colorIds: '10,4',
      fromModelYear: '2015',
      toModelYear: '2019',
      primaryFuel: 'Petrol',
      sortBy: '-firstRegisteredOn',
      page: '1',
      pageSize: '10',
    },
  },
  getStatistics: {
    query: {
      groupBy: 'primaryFuel',
      metric: 'count,avg:maxPowerKw,p50:co2GPerKm',
      kindId: '1',
      fromModelYear: '2015',
    },
  },
  getExportFile: {params: {serial: 'latest', file: 'vehicles-0001.parquet'}},
  ...Object.fromEntries(referenceLists.flatMap(requestsOf)),
  listChanges: {query: {since: '1', pageSize: '2'}},
  getVehicleChanges: {params: {vehicleId: id}, query: {pageSize: '10'}},
  listReleases: {query: {page: '1', pageSize: '3'}},
};

/** The answers to the requests, by operation. `npm run examples` renews them. */
export const answersFile = new URL('example-answers.json', import.meta.url);

const answers: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(answersFile, 'utf8'));

/** Operations with the answer of another one. */
const sameAnswer: Texts = {getVehicleByVin: 'getVehicle', getVehicleByPlate: 'getVehicle'};

export const exampleOf = (operationId: string): Example => ({
  ...requests[operationId],
  answer: answers[sameAnswer[operationId] ?? operationId],
});

/** The path and query of the example request. */
export const exampleTarget = (path: string, {params = {}, query = {}}: ExampleRequest): string => {
  const filled = filledPath(path, name => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
