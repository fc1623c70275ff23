import {z} from 'zod';
import {toPlate} from '#core/domain/identifiers.ts';
import {nearestInt64, toInt64} from '#core/domain/integers.ts';
import {maxPageSize} from '#core/domain/pagination.ts';
import {
  type ChangeCursor,
  type ChangePage,
  type ChangesNotKept,
  maxChangedVehicles,
  maxChanges,
} from '#core/domain/release-changes.ts';
import {changeKindNames, changeKinds} from '#core/domain/vehicle-changes.ts';
import {Release, StoredChange} from '#mappings/release.ts';
import {endpoint} from './endpoint.ts';
import {dataErrors, errors, fail} from './errors.ts';
import {
  idsPattern,
  listOf,
  mustBeIds,
  page,
  pageSize,
  readBy,
  vehicleId,
  wholeNumber,
} from './parameters.ts';
import {brokenIn, found, jsonPage, ofVersion, paginationResponseOf} from './replies.ts';
import {breaks, rules} from './rules.ts';
import {filterParameters, orFaults} from './vehicles/filters.ts';

const kindsText = Object.entries(changeKinds)
  .map(([name, {description}]) => `- \`${name}\`: ${description}`)
  .join('\n');

const ChangeResponse = z
  .object({
    ...StoredChange.omit({change: true}).shape,
    kinds: StoredChange.shape.kinds.describe(
      `What changed. New kinds can be added.\n\n${kindsText}`,
    ),
    ...Release.pick({extractedAt: true, releasedAt: true}).shape,
    ...StoredChange.shape.change.shape,
  })
  .meta({id: 'ChangeResponse', description: 'How a vehicle changed in a release.'});

const ChangesResponse = z
  .object({
    data: z.array(ChangeResponse).describe('The changes of this page.').readonly(),
    next: z
      .string()
      .nullable()
      .describe('Value of `after` for the next page; null on the last page.'),
    serial: z
      .int()
      .describe('Serial of the live release, the last that the changes cover: the next `since`.'),
  })
  .meta({id: 'ChangesResponse', description: 'One page of changes.'});

const ReleaseResponse = Release.omit({hasPlates: true}).meta({
  id: 'ReleaseResponse',
  description: 'A dataset that went live, and what it changed.',
});

const cursorPattern = /^(\d{1,15})-(\d{1,19})$/;

/** Up to 19 digits are a place among the ids, even if they are beyond all of them. */
const toCursor = (text: string): ChangeCursor | undefined => {
  const [, serial, digits] = cursorPattern.exec(text) ?? [];
  if (serial === undefined || digits === undefined) return undefined;
  return {serial: Number(serial), vehicleId: nearestInt64(BigInt(digits))};
};

const cursorParameters = {
  after: readBy(toCursor, {error: 'must be `next` of the previous page'})
    .meta({
      description: 'Continues after this change: `next` of the previous page.',
      pattern: cursorPattern.source,
      examples: ['87-9000000000096792'],
    })
    .optional(),
  pageSize: pageSize(maxChanges),
};

/** A list of distinct items, up to a maximum number. */
const someOf = <Item>(read: (item: string) => Item | undefined, issue: {readonly error: string}) =>
  readBy(text => {
    const items = new Set(listOf(text, read));
    return items.size > 0 ? [...items] : undefined;
    // An unreadable list gets here too, and breaks its own rule alone.
  }, issue).refine(items => !(items.length > maxChangedVehicles), breaks('TooManyVehicles'));

const toKinds = (text: string) =>
  text === '' ? undefined : listOf(text, name => changeKindNames.find(kind => kind === name));

const Query = z.object({
  since: wholeNumber
    .refine(serial => serial >= 0, breaks('SinceAhead'))
    .meta({
      minimum: 0,
      description:
        'Serial of a release; the changes after it are returned. Take it from `serial` of `GET /v1/dataset` or of the previous response.',
    }),
  kinds: readBy(toKinds, text => breaks('ChangeKindInvalid', text))
    .meta({
      description: `Kinds of change, separated by commas; a change of any of them matches.\n\n${kindsText}`,
      examples: ['Deregistered,Replated'],
    })
    .optional(),
  plates: someOf(toPlate, breaks('RegistrationNumberInvalid'))
    .meta({
      description: `Up to ${maxChangedVehicles} plates, separated by commas, in any spelling. A vehicle matches if it has one of them before or afterwards. Each distinct plate costs one request of the quota.`,
      examples: ['ZZ10001,ZZ10002'],
    })
    .optional(),
  vehicleIds: someOf(toInt64, {error: mustBeIds})
    .meta({
      description: `Up to ${maxChangedVehicles} vehicle ids, separated by commas.`,
      pattern: idsPattern,
      examples: ['9000000009000001,9000000009000002'],
    })
    .optional(),
  ...cursorParameters,
  ...filterParameters,
});

const toBody = ({changes, hasMore, serial}: ChangePage) => {
  const last = changes.at(-1);
  return {data: changes, next: hasMore && last ? `${last.serial}-${last.vehicleId}` : null, serial};
};

const problemOf = (
  version: string,
  {notKept, oldestSince, newest, platesSince}: ChangesNotKept,
) => {
  if (notKept === 'ahead') return brokenIn(version, ['SinceAhead', rules.SinceAhead(newest)]);
  if (notKept === 'plates')
    return brokenIn(version, ['PlatesNotKept', rules.PlatesNotKept(platesSince)]);
  return fail('ChangesExpired', {
    detail: `Changes are kept since serial ${oldestSince}. Start from a copy of the dataset with serial ${newest}.`,
    headers: ofVersion(version),
  });
};

const tag = 'Changes';

export const listChanges = endpoint({
  operationId: 'listChanges',
  tag,
  path: '/v1/changes',
  summary: 'Get what changed since a release.',
  description:
    'Returns the vehicles that changed, release by release, with their values before and afterwards. Values that are not from the register, such as the estimate of the next inspection, do not count as changes. Changes are sorted by serial, then by vehicle id, so pages stay the same while further releases go live. The filters of the vehicle search apply to the vehicle as it is after the change or, if it was removed, as it was before. On the last page `next` is null, and `serial` is the `since` of the next request.',
  query: Query,
  isHeavy: true,
  costOf: ({query: {plates}}) => Math.max(1, plates?.length ?? 0),
  responses: {200: ChangesResponse},
  errors: [errors.ValidationFailed, errors.ChangesExpired, ...dataErrors],
  alwaysRunsHandler: true,
  handle: async ({query, isStrict}, {changes, request}) => {
    const {since, kinds, plates, vehicleIds, after, pageSize: size, ...filter} = query;
    const asked = {since, kinds, plates, vehicleIds, after, size, filter, isStrict};
    const {version, value} = await orFaults(changes.list(asked, request.signal));
    if ('notKept' in value) throw problemOf(version, value);
    return {body: toBody(value), version, serial: value.serial};
  },
});

export const getVehicleChanges = endpoint({
  operationId: 'getVehicleChanges',
  tag,
  path: '/v1/vehicles/{vehicleId}/changes',
  summary: 'Get how a vehicle changed, newest first.',
  description:
    'Returns the changes of the vehicle as far back as they are kept, even if it is no longer in the dataset. The list is empty if nothing has changed.',
  params: {vehicleId: vehicleId.describe('Internal id of the vehicle.')},
  query: z.object(cursorParameters),
  isHeavy: true,
  responses: {200: ChangesResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
  alwaysRunsHandler: true,
  handle: async ({params, query: {after, pageSize: size}}, {changes, vehicles, request}) => {
    const id = params.vehicleId;
    const {version, value} = await changes.ofVehicle(id, {after, size}, request.signal);
    const isPastLast = async () =>
      after && (await changes.ofVehicle(id, {size: 1}, request.signal)).value.changes.length > 0;
    if (value.changes.length === 0 && !(await isPastLast())) {
      found(await vehicles.byId(id, request.signal), 'VehicleNotFound');
    }
    return {body: toBody(value), version, serial: value.serial};
  },
});

export const listReleases = endpoint({
  operationId: 'listReleases',
  tag,
  path: '/v1/releases',
  summary: 'List the releases of the dataset, newest first.',
  description:
    'There is a release whenever another version of the dataset goes live: by the weekly import, a promotion or a rollback.',
  query: z.object({page, pageSize: pageSize(maxPageSize)}),
  isHeavy: true,
  responses: {200: paginationResponseOf(ReleaseResponse)},
  errors: [errors.ValidationFailed, ...dataErrors],
  alwaysRunsHandler: true,
  handle: async ({query: {page: number, pageSize: size}}, {changes, request}) => {
    const {version, value: releases} = await changes.releases(request.signal);
    const documents = releases.slice((number - 1) * size, number * size);
    const found = {version, value: {documents, totalCount: releases.length}};
    const body = jsonPage(found, {number, size}, release =>
      JSON.stringify({...release, hasPlates: undefined}),
    );
    return {body, version, serial: releases[0]?.serial ?? 0};
  },
});
