import type {z} from 'zod';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {answered, completed} from '#mappings/fields/shape.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export const VehicleInspectionReportResponse = answered(inspectionFields).meta({
  id: 'VehicleInspectionReportResponse',
  description: 'The latest inspection report of a vehicle.',
});

export type VehicleInspectionReportResponse = z.output<typeof VehicleInspectionReportResponse>;

const complete = completed(inspectionFields);

/** Null where the register holds no inspection. */
export const toInspectionResponse = ({details}: VehicleDocument) =>
  details.inspection ? complete(details.inspection) : null;
