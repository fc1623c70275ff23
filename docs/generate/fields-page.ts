import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {type FieldNotes, fieldNotes} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {referenceFields} from '#mappings/fields/references.ts';
import type {Shape} from '#mappings/fields/shape.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {typeName} from './type-name.ts';

const sections: readonly (readonly [title: string, shape: Shape])[] = [
  ['VehicleResponse', vehicleFields],
  ['VehicleTechnicalDetailsResponse', technicalFields],
  ['VehicleEngineInformationResponse', engineFields],
  ['VehicleInspectionReportResponse', inspectionFields],
  ['VehicleEnvironmentalInformationResponse', environmentFields],
  ['VehicleColorResponse', referenceFields.colors],
  ['VehicleMakeResponse', referenceFields.makes],
  ['VehicleModelResponse', referenceFields.models],
  ['VehicleVariantResponse', referenceFields.variants],
  ['VehicleDesignationTypeResponse', referenceFields['designation-types']],
  ['VehicleKindResponse', referenceFields.kinds],
  ['VehicleUsageResponse', referenceFields.usages],
  ['VehicleEmissionStandardResponse', referenceFields['emission-standards']],
  ['VehicleEquipmentResponse', referenceFields.equipment],
];

const introduction = `# Fields

Every member of the five resources of a vehicle and of the reference lists: its type, its unit, the
register element it is read from (below \`Statistik\`, without the namespace prefix), an example and its
meaning.

- Every member is always present. An absent value is \`null\`, an absent list is \`[]\`. Of a vehicle only
  \`id\`, \`registrationStatus\` and lists are never \`null\`; of a reference list no member ever is.
- An entry of a reference list has the name it has on the vehicle with the highest id.
- A number outside the range given with its meaning is noise of the register and answered as \`null\`;
  so is a first registration or a model year after the year that follows the extract.
- A value that is not written as its type is, such as a number with a comma, is \`null\` as well.
- \`-\` in a text and a 0 where 0 cannot be a measurement stand for "not there".
- Days are the register's own: a day with an offset is not moved to another time zone. Timestamps keep
  their offset.
- The register holds no length, width or height: wheelbase and track widths are all it measures.

This page is written by \`npm run docs\` from the declarations in \`mappings/\`.
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const rangeOf = ({range}: FieldNotes) => (range ? ` ${range[0]} to ${range[1]}.` : '');

const row = ([member, schema]: readonly [string, Shape[string]]): string => {
  const notes = fieldNotes.get(schema);
  if (!notes) throw new Error(`${member} is declared without notes.`);
  const cells = [
    `\`${member}\``,
    notes.kind === 'integer' || notes.kind === 'decimal' ? kindName(notes) : typeName(schema),
    notes.unit ?? '',
    `\`${notes.element}\``,
    `\`${JSON.stringify(notes.example)}\``,
    notes.description + rangeOf(notes),
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
};

const kindName = ({kind}: FieldNotes) => (kind === 'integer' ? 'integer' : 'number');

const section = ([title, shape]: readonly [string, Shape]): string =>
  [
    `## ${title}`,
    '',
    '| Member | Type | Unit | Register element | Example | Meaning |',
    '|---|---|---|---|---|---|',
    ...Object.entries(shape).map(row),
    '',
  ].join('\n');

/** `docs/fields.md`, whole. */
export const fieldsPage = (): string => [introduction, ...sections.map(section)].join('\n');
