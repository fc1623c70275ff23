import {
  completeVehicle,
  documentJson,
  type VehicleDocument,
  type VehicleJson,
  type VehicleResponse,
} from '#mappings/vehicle-document.ts';

type Members = Partial<VehicleResponse> &
  Partial<Omit<VehicleDocument, 'vehicleBytes' | 'digest' | 'vehicle'>>;

/** The facets that follow from the records of a vehicle. */
const facetsOf = (
  {make, model}: Pick<VehicleDocument['vehicle'], 'make' | 'model'>,
  engine: VehicleDocument['engine'],
): VehicleDocument['facets'] => {
  const [primary] = engine?.fuels ?? [];
  return {
    ...(make && model && {model: `${make.id}:${model.id}`}),
    ...(primary?.type && {primaryFuel: primary.type.name}),
  };
};

/** A stored vehicle, for which a test gives only the members that matter to it. */
export const aVehicleDocument = ({
  isRegistered = true,
  technicalDetails = {},
  engine,
  inspection,
  environment,
  facets,
  foldedReferences,
  ...members
}: Members = {}): VehicleDocument => {
  const vehicle = completeVehicle({
    id: '9000000009000001',
    plates: members.registrationNumber ? [members.registrationNumber] : [],
    registrationStatus: isRegistered ? 'Registered' : 'NotRegistered',
    ...members,
  });
  const json = documentJson({
    vehicle,
    isRegistered,
    technicalDetails,
    engine,
    inspection,
    environment,
    facets: facets ?? facetsOf(vehicle, engine),
    foldedReferences,
  });
  return JSON.parse(json);
};

/** The vehicle of a document, as the API returns it. */
export const jsonOf = ({vehicle}: VehicleDocument): VehicleJson =>
  Buffer.from(JSON.stringify(vehicle));
