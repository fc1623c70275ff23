import type {VehicleDocument} from '#mappings/vehicle-document.ts';

/** A stored vehicle of which a test says only what matters to it. */
export const aVehicleDocument = (members: Partial<VehicleDocument> = {}): VehicleDocument => ({
  id: '9000000009000001',
  plates: members.registrationNumber === undefined ? [] : [members.registrationNumber],
  isRegistered: true,
  ordinals: [0],
  details: {vehicle: {}, technicalDetails: {}},
  ...members,
});
