import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {colorNames, kindNames} from '#indexer/document/english.ts';
import {type FieldContext, parseDay} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/records/record-tree.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {childAt, descendAt, referenceAt, textAt, translatedAt} from './element.ts';
import {fieldReader, present} from './read-fields.ts';
import {primaryUsage} from './usages.ts';

const readFields = fieldReader(vehicleFields);

const readLeasing = (record: RecordTree) => {
  const validFrom = parseDay(textAt(record, 'LeasingGyldigFra') ?? '') ?? null;
  const validTo = parseDay(textAt(record, 'LeasingGyldigTil') ?? '') ?? null;
  return validFrom === null && validTo === null ? undefined : [{validFrom, validTo}];
};

const readClassification = (record: RecordTree, ground: RecordTree) => {
  const designation = childAt(ground, 'KoeretoejBetegnelseStruktur') ?? {};
  const color = descendAt(ground, ['KoeretoejFarveStruktur', 'FarveTypeStruktur']);
  return {
    kind: translatedAt(record, 'KoeretoejArt', kindNames),
    usage: primaryUsage(record),
    color: translatedAt(color, 'FarveType', colorNames),
    make: referenceAt(designation, 'KoeretoejMaerkeType'),
    model: referenceAt(childAt(designation, 'Model'), 'KoeretoejModelType'),
    variant: referenceAt(childAt(designation, 'Variant'), 'KoeretoejVariantType'),
    designationType: referenceAt(childAt(designation, 'Type'), 'KoeretoejTypeType'),
  };
};

/** A plate outside the alphabet stays as the register spells it; no search finds it. */
const readPlate = (record: RecordTree): string | undefined => {
  const spelled = textAt(record, 'RegistreringNummerNummer');
  return spelled === undefined ? undefined : (toPlate(spelled) ?? spelled);
};

const readVin = (ground: RecordTree): string | undefined => {
  const spelled = textAt(ground, 'KoeretoejOplysningStelNummer');
  return spelled === undefined ? undefined : toVin(spelled);
};

/** The members that the vehicle has, but for its id. */
export const readVehicle = (record: RecordTree, ground: RecordTree, context: FieldContext) => {
  const fields = readFields(record, context);
  const plate = readPlate(record);
  const isRegistered = fields.registrationStatusOriginal === 'Registreret';
  return {
    ...fields,
    ...present({
      ...readClassification(record, ground),
      vin: readVin(ground),
      registrationNumber: plate,
      leasingPeriods: readLeasing(record),
    }),
    plates: plate === undefined ? [] : [plate],
    registrationStatus: isRegistered ? ('Registered' as const) : ('NotRegistered' as const),
  };
};
