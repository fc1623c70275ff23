import {
  beginDocument,
  type VehicleDocument,
  type VehicleJson,
  type VehicleResponse,
} from '#mappings/vehicle-document.ts';

type Members = Partial<VehicleResponse> &
  Partial<Omit<VehicleDocument, 'vehicleBytes' | 'vehicle'>>;

/** A stored vehicle of which a test says only what matters to it. */
export const aVehicleDocument = ({
  isRegistered = true,
  ordinals = [0],
  technicalDetails = {},
  engine,
  inspection,
  environment,
  ...vehicle
}: Members = {}): VehicleDocument => ({
  ...beginDocument({
    id: '9000000009000001',
    plates: vehicle.registrationNumber ? [vehicle.registrationNumber] : [],
    registrationStatus: isRegistered ? 'Registered' : 'NotRegistered',
    ...vehicle,
  }),
  isRegistered,
  ordinals,
  technicalDetails,
  ...(engine && {engine}),
  ...(inspection && {inspection}),
  ...(environment && {environment}),
});

/** The vehicle of a document as it is answered. */
export const jsonOf = ({vehicle}: VehicleDocument): VehicleJson =>
  Buffer.from(JSON.stringify(vehicle));
