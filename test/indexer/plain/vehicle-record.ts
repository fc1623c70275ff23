import {colorNames, kindNames} from '#core/domain/english.ts';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {estimateInspection} from '#indexer/document/inspection-rules.ts';
import {type FieldContext, parseDay, parseNumber} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {allAt, childAt, descendAt, referenceAt, textAt, translatedAt} from './element.ts';
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

const wordAt = (record: RecordTree, path: readonly string[]): string | undefined =>
  textAt(descendAt(record, path.slice(0, -1)) ?? {}, path.at(-1) ?? '');

const readEstimate = (
  record: RecordTree,
  {
    kind,
    usage,
    firstRegisteredOn,
  }: {
    readonly kind?: {readonly originalName: string} | undefined;
    readonly usage?: {readonly originalName: string} | undefined;
    readonly firstRegisteredOn?: string | undefined;
  },
  {extractedOn}: FieldContext,
) => {
  if (firstRegisteredOn === undefined) return undefined;
  const weight = parseNumber(
    wordAt(record, ['KoeretoejOplysningGrundStruktur', 'KoeretoejOplysningTotalVaegt']) ?? '',
  );
  const report = childAt(record, 'SynResultatStruktur');
  const facts = {
    kind: kind?.originalName ?? '',
    usage: usage?.originalName,
    grossWeightKg:
      weight && Number.isInteger(weight) && weight >= 1 && weight <= 1_000_000 ? weight : undefined,
    firstRegisteredOn,
    permits: allAt(record, ['TilladelseSamling', 'Tilladelse', 'TilladelseStruktur']).map(node => {
      const until = textAt(node, 'TilladelseGyldigTil');
      return {
        name: wordAt(node, ['TilladelseTypeStruktur', 'TilladelseTypeNavn']) ?? '',
        from: parseDay(textAt(node, 'TilladelseGyldigFra') ?? ''),
        until: until && (parseDay(until) ?? '9999-12-31'),
      };
    }),
    inspection: report && {
      type: textAt(report, 'SynResultatSynsType'),
      result: textAt(report, 'SynResultatSynsResultat'),
      status: textAt(report, 'SynResultatSynStatus'),
      date: parseDay(textAt(report, 'SynResultatSynsDato') ?? ''),
    },
  };
  return estimateInspection(facts, extractedOn);
};

/** The members that the vehicle has, but for its id. */
export const readVehicle = (record: RecordTree, ground: RecordTree, context: FieldContext) => {
  const fields = readFields(record, context);
  const plate = readPlate(record);
  const isRegistered = fields.registrationStatusOriginal === 'Registreret';
  const classification = readClassification(record, ground);
  return {
    ...fields,
    ...present({
      ...classification,
      vin: readVin(ground),
      registrationNumber: plate,
      leasingPeriods: readLeasing(record),
      nextInspectionEstimate: isRegistered
        ? readEstimate(record, {...fields, ...classification}, context)
        : undefined,
    }),
    plates: plate === undefined ? [] : [plate],
    registrationStatus: isRegistered ? ('Registered' as const) : ('NotRegistered' as const),
  };
};
