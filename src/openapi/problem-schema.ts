import {z} from 'zod';
import {maxNamesakes} from '#core/domain/filter-faults.ts';
import {maxPlates} from '#core/domain/identifiers.ts';
import {maxResultWindow} from '#core/domain/pagination.ts';
import {maxFilterIds} from '#core/domain/vehicle-filters.ts';
import {vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {maxMetrics} from '#core/domain/vehicle-statistics.ts';
import {errors} from '#src/api/errors.ts';
import {maxPageSize, maxSearchPageSize} from '#src/api/parameters.ts';
import {type RuleKey, rules} from '#src/api/rules.ts';
import {fieldNames} from '#src/api/vehicles/selection.ts';
import {recordNames} from '#src/api/vehicles/vehicle-records.ts';

/** The documentation of the validation rules: when each is broken, and an example of its message. */
export const ruleNotes: Readonly<Record<RuleKey, Readonly<Record<'when' | 'message', string>>>> = {
  PageOutOfRange: {
    when: '`page` is below 1, or past the last page of a non-empty list.',
    message: rules.PageOutOfRange(7),
  },
  PageSizeOutOfRange: {
    when: `\`pageSize\` is below 1 or above the endpoint's maximum: ${maxSearchPageSize} on the vehicle search, ${maxPageSize} on every other list.`,
    message: rules.PageSizeOutOfRange(maxSearchPageSize),
  },
  SortByInvalid: {
    when: '`sortBy` is not one of the listed values.',
    message: rules.SortByInvalid(vehicleSortByValues, 'registered'),
  },
  SearchTooDeep: {
    when: `\`page\` × \`pageSize\` is above ${maxResultWindow.toLocaleString('en')} on the vehicle search.`,
    message: rules.SearchTooDeep(),
  },
  RegistrationNumberInvalid: {
    when: 'Without its spaces and hyphens, a plate is not 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    message: rules.RegistrationNumberInvalid(),
  },
  RegistrationNumberPrefixInvalid: {
    when: 'Without its spaces and hyphens, `registrationNumberPrefix` is not 2 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
    message: rules.RegistrationNumberPrefixInvalid(),
  },
  VinPrefixTooShort: {
    when: '`vinPrefix` has fewer than 3 characters.',
    message: rules.VinPrefixTooShort(),
  },
  RegistrationStatusInvalid: {
    when: '`registrationStatus` is neither `Registered` nor `NotRegistered`.',
    message: rules.RegistrationStatusInvalid(),
  },
  ExpandInvalid: {
    when: '`expand` names something else than the four records of a vehicle.',
    message: rules.ExpandInvalid(recordNames, 'motor'),
  },
  FieldsInvalid: {
    when: '`fields` is empty, or names a member that there is not.',
    message: rules.FieldsInvalid(fieldNames, 'power'),
  },
  GroupByInvalid: {
    when: '`groupBy` has a name that is not listed, more than two, or a step where there is none.',
    message: rules.GroupByInvalid('colour'),
  },
  MetricInvalid: {
    when: `\`metric\` has a name that is not listed, or more than ${maxMetrics}.`,
    message: rules.MetricInvalid('median:maxPowerKw'),
  },
  StatisticsTooBroad: {
    when: 'A statistic would have too many groups, or too many of them would have metrics. The message says what to narrow.',
    message: rules.StatisticsTooBroad('groups'),
  },
  WordUnknown: {
    when: 'A filter has a word that neither is known nor has any vehicle. The message has all words, or the nearest ones.',
    message: rules.WordUnknown('bodyType', 'Hatchbak', ['Hatchback']),
  },
  NameUnknown: {
    when: 'Nothing of the list has the name that a filter has. The message has the nearest names.',
    message: rules.NameUnknown('make', 'hundai', ['HYUNDAI']),
  },
  NameTooCommon: {
    when: `More than ${maxNamesakes.toLocaleString('en')} models or variants have the name.`,
    message: rules.NameTooCommon('variant', 'uoplyst'),
  },
  IdUnknown: {
    when: 'With `Prefer: handling=strict`: no entry of the list has the id that a filter has.',
    message: rules.IdUnknown('makeId', '1'),
  },
  RangeEmpty: {
    when: 'With `Prefer: handling=strict`: the lower bound is greater than the upper one.',
    message: rules.RangeEmpty('fromModelYear', 'toModelYear'),
  },
  TooManyIds: {
    when: `A list of ids, such as \`makeIds\`, has more than ${maxFilterIds}.`,
    message: rules.TooManyIds(),
  },
  Plates: {
    when: `The body of a batch is not a JSON object with \`plates\`, an array of 1 to ${maxPlates} strings. The message names the fault.`,
    message: rules.Plates('count'),
  },
};

const rulesInWords = Object.entries(ruleNotes)
  .map(([rule, {when}]) => `- \`${rule}\`: ${when}`)
  .join('\n');

const ErrorCode = z.enum(Object.keys(errors)).meta({
  id: 'ErrorCode',
  description: 'The error codes of today. A published code never changes; new ones can be added.',
});

/** The body of every error response (RFC 9457). */
export const Problem = z
  .object({
    type: z.url().describe('A page that explains the error and how to resolve it.'),
    title: z.string().describe('Summary of the error, the same for every error with this code.'),
    status: z.int().min(400).max(599).describe('The HTTP status code.'),
    detail: z.string().optional().describe('Explanation of this occurrence.'),
    instance: z.string().describe('The path of the request.'),
    code: z
      .union([ErrorCode, z.string()])
      .describe(
        'The error code. Branch on it and on `status`. New codes can be added: handle an unknown one by its status.',
      ),
    requestId: z.string().describe('The value of the `X-Request-Id` header.'),
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe('Trace id, to quote when you contact support.'),
    errors: z
      .record(z.string(), z.array(z.string()).min(1))
      .optional()
      .describe(
        `Only with \`ValidationFailed\`: the broken rules, each with its messages. Non-numeric and otherwise malformed values yield no \`errors\`.\n\n${rulesInWords}`,
      ),
  })
  .meta({id: 'Problem', description: 'An error (RFC 9457).'});
