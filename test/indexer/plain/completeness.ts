import type {VehicleDocument} from '#mappings/vehicle-document.ts';

/** The records of a vehicle. */
type Records = Omit<VehicleDocument, 'vehicleBytes' | 'isRegistered' | 'ordinals'>;

/** A member that the gate compares with the live generation, under the name that the API has for it. */
type Watched = {
  readonly member: string;
  readonly valueIn: (document: VehicleDocument) => unknown;
};

const ofRecord = <Name extends keyof Records>(
  name: Name,
  ...members: readonly (string & keyof NonNullable<Records[Name]>)[]
): readonly Watched[] =>
  members.map(member => ({
    member: name === 'vehicle' ? member : `${name}.${member}`,
    valueIn: document => (document[name] as NonNullable<Records[Name]> | undefined)?.[member],
  }));

const withType = ({engine}: Records): unknown => engine?.fuels?.find(({type}) => type !== null);

export const watched: readonly Watched[] = [
  ...ofRecord(
    'vehicle',
    'vin',
    'registrationNumber',
    'registrationStatusDate',
    'firstRegisteredOn',
  ),
  ...ofRecord('vehicle', 'registrationStatusOriginal', 'make', 'model', 'color', 'usage'),
  ...ofRecord('technicalDetails', 'grossWeightKg', 'technicalGrossWeightKg'),
  ...ofRecord('technicalDetails', 'kerbWeightMinKg', 'unladenWeightKg'),
  {member: 'engine.fuels', valueIn: withType},
  ...ofRecord('engine', 'maxPowerKw', 'odometerReadingKm'),
  ...ofRecord('environment', 'co2GPerKm', 'fuelEconomyKmPerL', 'emissionStandard'),
  ...ofRecord('inspection', 'date', 'result'),
];

/** How many of the documents of each kind have a value in each of the watched members. */
export const completenessOf = (documents: readonly VehicleDocument[]) => {
  const kinds = Map.groupBy(documents, ({vehicle}) => vehicle.kind?.id ?? '');
  return {
    members: watched.map(({member}) => member),
    kinds: Array.from(kinds, ([id, documents]) => ({
      id,
      name: documents[0]?.vehicle.kind?.name ?? 'no kind',
      records: documents.length,
      filled: watched.map(
        ({valueIn}) => documents.filter(document => (valueIn(document) ?? null) !== null).length,
      ),
    })),
  };
};
