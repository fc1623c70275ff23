/** The problems that the service answers by itself in the test environment, whatever its data and its limits. */
export type SimulatedProblem =
  | 'ApiKeyInvalid'
  | 'PaymentRequired'
  | 'RateLimitExceeded'
  | 'QuotaExceeded'
  | 'InternalError'
  | 'SearchUnavailable'
  | 'DatasetNotLoaded'
  | 'ServiceUnavailable';

/** How a lookup of a case is answered: with its vehicle, at once or late, or with the problem of this code. */
type TestAnswer = 'vehicle' | 'late' | 'VehicleNotFound' | 'ValidationFailed' | SimulatedProblem;

/** A vehicle of the test environment, or one that it only seems to have, by all that it can be looked up by. */
export type TestCase = {
  /** A status, and a counter; part of what it is looked up by. */
  readonly number: number;
  readonly id: string;
  readonly plate: string;
  /** Undefined where no VIN has this answer. */
  readonly vin: string | undefined;
  readonly answer: TestAnswer;
  /** The problem of two of every three lookups with a key, before its answer. */
  readonly failsTwice?: SimulatedProblem;
  /** The records that the vehicle does not have: they answer 204. */
  readonly without: readonly ('engine' | 'inspection' | 'environmental-information')[];
  /** A sentence for client developers, in Markdown. */
  readonly about: string;
};

/** How long a late answer takes: longer than the API itself ever does. */
export const lateSeconds = 5;

/** The `Retry-After` of a rate limit that is simulated. */
export const retryAfterSeconds = 2;

/**
 * The plate has the form of Danish plates, and the VIN the length and the letters of VINs, so that a
 * client's own checks let them through.
 */
const aCase = (
  number: number,
  answer: TestAnswer,
  about: string,
  others: Partial<TestCase> = {},
): TestCase => ({
  number,
  id: String(number),
  plate: `TE${number}`,
  vin: `TEST${String(number).padStart(13, '0')}`,
  answer,
  without: [],
  about,
  ...others,
});

const all = ['engine', 'inspection', 'environmental-information'] as const;

/** The cases of the test environment. In the live environment they mean nothing. */
export const testCases: readonly TestCase[] = [
  aCase(20000, 'vehicle', 'A registered car with all four records.'),
  aCase(20001, 'vehicle', 'It carries a plate that 20002 had before.'),
  aCase(
    20002,
    'vehicle',
    'Deregistered. Its plate finds 20001; a search by `registrationNumber` finds both.',
    {plate: 'TE20001'},
  ),
  aCase(20003, 'vehicle', 'Scrapped: `NotRegistered`, and a plate that has expired.'),
  aCase(20004, 'vehicle', 'Everything that can be `null` is.', {without: all}),
  aCase(20005, 'vehicle', 'Its id is not an exact JavaScript number: read ids as strings.', {
    id: '9007199254740993',
  }),
  aCase(20006, 'vehicle', 'A plate with Danish letters: encode it in a path.', {plate: 'ÆØÅ20006'}),
  aCase(20007, 'late', `The response takes ${lateSeconds} seconds.`),
  aCase(20400, 'vehicle', 'No engine.', {without: ['engine']}),
  aCase(20401, 'vehicle', 'No inspection.', {without: ['inspection']}),
  aCase(20402, 'vehicle', 'No environmental information.', {
    without: ['environmental-information'],
  }),
  aCase(
    40000,
    'ValidationFailed',
    'Neither a valid plate nor an id. In a batch, an item with `InvalidPlate`.',
    {plate: 'TE_40000', id: 'TE40000', vin: undefined},
  ),
  aCase(40100, 'ApiKeyInvalid', 'As if your key had been revoked.'),
  aCase(40200, 'PaymentRequired', 'As if your plan had ended.'),
  aCase(40400, 'VehicleNotFound', 'No vehicle. In a batch, an item; in a search, an empty list.'),
  aCase(42900, 'RateLimitExceeded', `\`Retry-After\` is ${retryAfterSeconds}.`),
  aCase(42901, 'QuotaExceeded', '`Retry-After` is the time to the next month.'),
  aCase(42902, 'vehicle', 'Two lookups fail, the third finds a car.', {
    failsTwice: 'RateLimitExceeded',
  }),
  aCase(50000, 'InternalError', 'As if the service had failed internally.'),
  aCase(50300, 'SearchUnavailable', 'As if Elasticsearch did not respond.'),
  aCase(50301, 'ServiceUnavailable', 'As if Redis did not respond.'),
  aCase(50302, 'DatasetNotLoaded', 'As if nothing had been imported.'),
  aCase(50303, 'vehicle', 'Two lookups fail, the third finds a car.', {
    failsTwice: 'SearchUnavailable',
  }),
];
