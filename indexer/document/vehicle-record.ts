import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {searchedFields, servedFields} from '#mappings/fields/vehicle.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {childAt, descendAt, textAt} from './element.ts';
import {colorNames, kindNames, usageNames} from './english.ts';
import {parseDay, type Reading} from './parse-value.ts';
import {present} from './present.ts';
import {fieldReader} from './read-fields.ts';
import {readReference, readTranslated} from './read-reference.ts';

const readSearchedFields = fieldReader(searchedFields);
const readServedFields = fieldReader(servedFields);

const readLeasing = (record: RecordTree) => {
  const validFrom = parseDay(textAt(record, 'LeasingGyldigFra') ?? '') ?? null;
  const validTo = parseDay(textAt(record, 'LeasingGyldigTil') ?? '') ?? null;
  return validFrom === null && validTo === null ? undefined : [{validFrom, validTo}];
};

const readClassification = (record: RecordTree, ground: RecordTree) => {
  const designation = childAt(ground, 'KoeretoejBetegnelseStruktur') ?? {};
  const color = descendAt(ground, ['KoeretoejFarveStruktur', 'FarveTypeStruktur']);
  const usage = childAt(record, 'KoeretoejAnvendelseStruktur');
  return {
    kind: readTranslated(record, 'KoeretoejArt', kindNames),
    usage: readTranslated(usage, 'KoeretoejAnvendelse', usageNames),
    color: readTranslated(color, 'FarveType', colorNames),
    make: readReference(designation, 'KoeretoejMaerkeType'),
    model: readReference(childAt(designation, 'Model'), 'KoeretoejModelType'),
    variant: readReference(childAt(designation, 'Variant'), 'KoeretoejVariantType'),
    designationType: readReference(childAt(designation, 'Type'), 'KoeretoejTypeType'),
  };
};

/** A plate outside the alphabet stays as the register spells it (design §3 row 33). */
const readPlate = (record: RecordTree): string | undefined => {
  const spelled = textAt(record, 'RegistreringNummerNummer');
  return spelled === undefined ? undefined : (toPlate(spelled) ?? spelled);
};

const readVin = (ground: RecordTree): string | undefined => {
  const spelled = textAt(ground, 'KoeretoejOplysningStelNummer');
  return spelled === undefined ? undefined : toVin(spelled);
};

/** What is searched by, and what is served alone as the vehicle's own record. */
export const readVehicle = (record: RecordTree, ground: RecordTree, reading: Reading) => {
  const served = readServedFields(record, reading);
  const classification = readClassification(record, ground);
  const plate = readPlate(record);
  return {
    searched: {
      ...present({
        vin: readVin(ground),
        registrationNumber: plate,
        kindId: classification.kind?.id,
        usageId: classification.usage?.id,
        colorId: classification.color?.id,
        makeId: classification.make?.id,
      }),
      ...readSearchedFields(record, reading),
      plates: plate === undefined ? [] : [plate],
      isRegistered: served.registrationStatusOriginal === 'Registreret',
    },
    served: {...served, ...present({...classification, leasingPeriods: readLeasing(record)})},
  };
};
