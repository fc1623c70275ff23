import {z} from 'zod';
import {maxBatchBytes, maxPlates, type Plate, toPlate} from '#core/domain/identifiers.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import {joinJson} from '#src/http/endpoint/response.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {rules} from '../rules.ts';
import {partial, replyWithSelected, Selection} from './selection.ts';
import {ExpandedVehicle, PartialVehicle} from './vehicle-records.ts';

type Entry = {readonly sent: string; readonly plate: Plate | undefined};

const Entry = z
  .string({error: ({path}) => rules.Plates(Number(path?.at(-1)))})
  .transform((sent): Entry => ({sent, plate: toPlate(sent)}));

const BatchPlatesRequest = z
  .object(
    {
      plates: z
        .array(Entry, {
          error: ({input}) => rules.Plates(input === undefined ? 'missing' : 'notArray'),
        })
        .min(1, rules.Plates('count'))
        .max(maxPlates, rules.Plates('count'))
        .describe('The plates to look up, in any spelling that the single lookup accepts.'),
    },
    {error: rules.Plates('notObject')},
  )
  .meta({id: 'BatchPlatesRequest', description: 'The plates of a batch lookup.'});

/** The response to a batch, with vehicles of this schema. */
const batchResponseOf = <Vehicle extends z.ZodType>(vehicle: Vehicle, id: string) =>
  z
    .object({
      data: z
        .array(
          z.object({
            plate: z.string().describe('The plate as it was sent.'),
            vehicle: vehicle
              .nullable()
              .describe('The vehicle that the single lookup returns; null if there is none.'),
            error: z
              .object({
                code: z
                  .enum(['VehicleNotFound', 'InvalidPlate'])
                  .describe(
                    '`VehicleNotFound` if no vehicle has the plate, `InvalidPlate` if it is not a valid plate.',
                  ),
                message: z.string().describe('The code as a sentence.'),
              })
              .nullable()
              .describe('Why there is no vehicle; null if there is one.'),
          }),
        )
        .describe('One item per plate sent, in the order sent.'),
    })
    .meta({id, description: 'The results of a batch.'});

const withError = (code: string, message: string) =>
  `,"vehicle":null,"error":${JSON.stringify({code, message})}}`;

const notFound = withError('VehicleNotFound', errors.VehicleNotFound.title);
const invalid = withError('InvalidPlate', rules.RegistrationNumberInvalid());

/** The distinct valid plates of a batch in normal form, which are looked up and charged. */
const distinct = (plates: readonly Entry[]): readonly Plate[] => [
  ...new Set(plates.flatMap(({plate}) => plate ?? [])),
];

/** The JSON of a `BatchPlatesResponse`. */
const toResponse = (
  plates: readonly Entry[],
  found: ReadonlyMap<Plate, VehicleJson>,
  answer: (vehicle: VehicleJson) => Buffer,
): Buffer => {
  const parts: (string | Buffer)[] = ['{"data":['];
  for (const [at, {sent, plate}] of plates.entries()) {
    const vehicle = plate && found.get(plate);
    parts.push(`${at === 0 ? '' : ','}{"plate":${JSON.stringify(sent)}`);
    if (vehicle) parts.push(',"vehicle":', answer(vehicle), ',"error":null}');
    else parts.push(plate ? notFound : invalid);
  }
  return joinJson([...parts, ']}']);
};

export const lookUpPlates = endpoint({
  operationId: 'lookUpPlates',
  tag: 'Vehicles',
  method: 'POST',
  path: '/v1/vehicles/plates',
  summary: `Get the vehicles of up to ${maxPlates} registration numbers at once.`,
  description:
    'Each plate is read, and its vehicle selected, exactly as in the single lookup. A plate that is ' +
    'not found or not valid is reported in its item and does not fail the call. The body is read as ' +
    'JSON in UTF-8 whatever its Content-Type; members other than `plates` are ignored.',
  body: {
    schema: BatchPlatesRequest,
    maxBytes: maxBatchBytes,
    rule: 'Plates',
    malformed: rules.Plates('notJson'),
  },
  costOf: ({body: {plates}}) => Math.max(1, distinct(plates).length),
  query: Selection,
  isHeavy: true,
  responses: {
    200: batchResponseOf(ExpandedVehicle, 'BatchPlatesResponse'),
    partial: partial(batchResponseOf(PartialVehicle, 'PartialBatchPlatesResponse')),
  },
  errors: [errors.ValidationFailed, errors.PayloadTooLarge, ...dataErrors],
  handle: ({body: {plates}, query}, services) =>
    replyWithSelected(query, services, {
      isOfMany: true,
      find: signal => services.vehicles.byPlates(distinct(plates), signal),
      vehiclesIn: found => new Set(found.values()),
      toBody: ({value}, answer) => toResponse(plates, value, answer),
    }),
});
