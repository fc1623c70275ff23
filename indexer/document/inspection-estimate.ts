import type {InspectionEstimate, InspectionRule} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import type {VehicleContent, VehicleResponse} from '#mappings/vehicle-document.ts';
import {slotKind, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {type ExtractDay, never} from './extract-day.ts';
import {fieldReader, parseDay, type RegisterRecord} from './record-fields.ts';
import {listReader} from './register-values.ts';
import {permitEnd, permitPath, permitStart} from './technical-details.ts';

/** The facts that an estimate is made from, in the words of the register. Days are `2020-03-12`. */
export type InspectionFacts = {
  readonly kind: string;
  readonly usage: string | undefined;
  readonly grossWeightKg: number | undefined;
  readonly firstRegisteredOn: string;
  /** With the first and the last day of each; a permit without a last day has no end. */
  readonly permits: readonly {
    readonly name: string;
    readonly from: string | undefined;
    readonly until: string | undefined;
  }[];
  /** The latest inspection of any type. */
  readonly inspection:
    | {
        readonly type: string | undefined;
        readonly result: string | undefined;
        readonly status: string | undefined;
        readonly date: string | undefined;
      }
    | undefined;
};

type Rule = {
  readonly rule: InspectionRule;
  /** Years from the first registration to the first inspection, and from then on between two. */
  readonly first: number;
  readonly interval: number;
  /** Whether the rule is known to hold for a vehicle. */
  readonly holds: (facts: InspectionFacts) => boolean;
  /** Whether it is known to hold for the first inspection, too; true of all vehicles if absent. */
  readonly isFirstKnown?: (facts: InspectionFacts) => boolean;
};

const lightKg = 3500;

const isLight = ({grossWeightKg = Number.POSITIVE_INFINITY}: InspectionFacts) =>
  grossWeightKg <= lightKg;
const isHeavy = ({grossWeightKg = 0}: InspectionFacts) => grossWeightKg > lightKg;

const oneOf = (...words: readonly string[]) => {
  const all = new Set(words);
  return (word: string | undefined): boolean => word !== undefined && all.has(word);
};

const isCarOrVan = oneOf('Personbil', 'Varebil');
const isTrailer = oneOf('Påhængsvogn', 'Sættevogn');

/**
 * Carrying people for money, and emergencies. Private buses belong here: no. 6 b covers bus driving of any
 * kind, while no. 5 covers only driving for money.
 */
const isYearlyUsage = oneOf(
  'Taxikørsel',
  'Limousinekørsel',
  'Kørsel for offentlig myndighed',
  'Ambulancekørsel',
  'Brandsluknings-/redningskørsel',
  'Buskørsel',
  'Privat buskørsel',
  'Rutekørsel',
);

const isOrdinaryUsage = oneOf(
  'Privat personkørsel',
  'Godstransport',
  'Godstransport (½ OMS.)',
  'Godstransport erhverv',
  'Godstransport privat/erhverv',
  'Godstransport privat',
  'Mandskabs-/Materielkørsel',
);

const isHireOrPractice = oneOf('Udlejning Uden Fører', 'Øvelseskørsel');
const isVeteran = oneOf('Veterankørsel');
const isEmergency = oneOf('Udrykningskørsel');

const hasPermit = ({permits}: InspectionFacts, isOne: (name: string) => boolean): boolean =>
  permits.some(({name}) => isOne(name));

/**
 * Periodic inspections by § 56 of the Danish order on the approval and inspection of vehicles
 * (bekendtgørelse om godkendelse og syn af køretøjer, no. 2114 of 25 November 2021). The first rule that
 * holds counts; if none does, nothing is estimated. `docs/inspection-estimate.md` shows the rules.
 */
export const inspectionRules: readonly Rule[] = [
  {
    rule: 'VeteranEveryEightYears',
    first: 40,
    interval: 8,
    holds: facts => hasPermit(facts, isVeteran),
  },
  {
    rule: 'EveryYear',
    first: 1,
    interval: 1,
    holds: facts =>
      facts.kind === 'Stor personbil' ||
      (facts.kind === 'Lastbil' && isHeavy(facts)) ||
      (isTrailer(facts.kind) && isHeavy(facts)) ||
      hasPermit(facts, isEmergency) ||
      (isCarOrVan(facts.kind) && isYearlyUsage(facts.usage)),
  },
  {
    rule: 'EveryTwoYears',
    first: 2,
    interval: 2,
    holds: facts => isCarOrVan(facts.kind) && isLight(facts) && hasPermit(facts, isHireOrPractice),
    // Only earlier orders have passenger cars in this subsection; all of them ask for every 2 years.
    isFirstKnown: ({kind}) => kind === 'Varebil',
  },
  {
    rule: 'FourYearsThenEveryTwo',
    first: 4,
    interval: 2,
    holds: facts => isCarOrVan(facts.kind) && isLight(facts) && isOrdinaryUsage(facts.usage),
  },
];

/** The rule under the permits in force, unless another rule or none would hold once one of them ends. */
const lastingRule = (facts: InspectionFacts, day: ExtractDay): Rule | undefined => {
  const permits = facts.permits.filter(
    ({from, until}) =>
      (from === undefined || day.hasCome(from)) && (until === undefined || !day.isOver(until)),
  );
  const ruleBy = (some: InspectionFacts['permits']) =>
    inspectionRules.find(({holds}) => holds({...facts, permits: some}));
  const lasting = permits.filter(({until}) => until === undefined);
  const rule = ruleBy(permits);
  return lasting.length === permits.length || rule === ruleBy(lasting) ? rule : undefined;
};

/** The same day `years` later; for 29 February, the 28th if that year has none. */
const yearsAfter = (day: string, years: number): string => {
  const year = Number(day.slice(0, 4)) + years;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const rest = day.slice(4) === '-02-29' && !isLeap ? '-02-28' : day.slice(4);
  return `${String(year).padStart(4, '0')}${rest}`;
};

/** The day two months before. It need not exist, such as 30 February: days are only compared with it. */
const twoMonthsBefore = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isLastYear = month <= 2;
  const earlier = isLastYear ? month + 10 : month - 2;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(isLastYear ? year - 1 : year).padStart(4, '0')}-${two(earlier)}-${two(date)}`;
};

type Due = Pick<InspectionEstimate, 'date' | 'lastInspectedOn'>;

/** The day by which a rule requires an inspection, counted from the last approved periodic one, if any. */
const dueBy = (
  {rule, first, interval, isFirstKnown = () => true}: Rule,
  facts: InspectionFacts,
  last: string | null,
): Due | undefined => {
  const firstDue = {date: yearsAfter(facts.firstRegisteredOn, first), lastInspectedOn: null};
  if (last === null) return isFirstKnown(facts) ? firstDue : undefined;
  // Vehicles are called in from two months before their day on (§ 57).
  if (last >= twoMonthsBefore(firstDue.date)) {
    return {date: yearsAfter(last, interval), lastInspectedOn: last};
  }
  return rule === 'VeteranEveryEightYears' ? firstDue : undefined;
};

/** Whether the next inspection counts from this one: approved, periodic, not cancelled, and not in the future. */
const counts = (
  {type, result, status = 'Aktiv', date}: NonNullable<InspectionFacts['inspection']>,
  day: ExtractDay,
): boolean =>
  type === 'PeriodiskSyn' &&
  result === 'Godkendt' &&
  status === 'Aktiv' &&
  date !== undefined &&
  day.hasCome(date);

/**
 * Estimates the next periodic inspection of a registered vehicle. Undefined if that is unsure: no rule is
 * known to hold, or not for the first inspection, or only while a permit lasts; the latest inspection, the only
 * one that the register keeps, does not count, or was long before the first that the rule requires; or
 * the day is more than a year before the year of the extract, and a vehicle that nobody presents loses
 * its plates.
 */
export const estimateInspection = (
  facts: InspectionFacts,
  day: ExtractDay,
): InspectionEstimate | undefined => {
  const rule = lastingRule(facts, day);
  if (rule === undefined) return undefined;
  const {firstRegisteredOn, inspection, grossWeightKg = null} = facts;
  const {date} = inspection ?? {};
  const wasNew = inspection === undefined || (date !== undefined && date <= firstRegisteredOn);
  if (!wasNew && !counts(inspection, day)) return undefined;
  const due = dueBy(rule, facts, wasNew ? null : (date ?? null));
  if (due === undefined) return undefined;
  if (day.hasCome(`${Number(due.date.slice(0, 4)) + 2}-01-01`)) return undefined;
  const {lastInspectedOn} = due;
  return {date: due.date, rule: rule.rule, lastInspectedOn, grossWeightKg};
};

const readGrossWeight = fieldReader('grossWeightKg', technicalFields.grossWeightKg);
/** An unusable weight is reported when it is read for its member. */
const unreported = () => {};

const inspection = 'SynResultatStruktur';
const inspectionSlot = slotAt(inspection);
const [type, result, status, date] = [
  slotAt(`${inspection}/SynResultatSynsType`),
  slotAt(`${inspection}/SynResultatSynsResultat`),
  slotAt(`${inspection}/SynResultatSynStatus`),
  slotAt(`${inspection}/SynResultatSynsDato`),
];

const permitName = slotAt(`${permitPath}/TilladelseTypeStruktur/TilladelseTypeNavn`);

export const hasInspection = ({slots}: RegisterRecord): boolean =>
  slots.kinds[inspectionSlot] === slotKind.elements;

const latestInspection = (record: RegisterRecord): InspectionFacts['inspection'] => {
  const {slots} = record;
  if (!hasInspection(record)) return undefined;
  return {
    type: textAt(slots, type),
    result: textAt(slots, result),
    status: textAt(slots, status),
    date: parseDay(textAt(slots, date) ?? ''),
  };
};

const readPermits = listReader(permitPath, ({slots}, base) => {
  const until = textAt(slots, base + permitEnd);
  return {
    name: textAt(slots, base + permitName) ?? '',
    from: parseDay(textAt(slots, base + permitStart) ?? ''),
    // A permit whose end cannot be read does end, on an unknown day.
    until: until === undefined ? undefined : (parseDay(until) ?? never),
  };
});

type OwnMember = 'registrationStatus' | 'kind' | 'usage' | 'firstRegisteredOn';
type Vehicle = {readonly [Name in OwnMember]?: VehicleResponse[Name] | undefined};

/** The estimate for a vehicle; its other facts are read only if it can have one. */
const estimateBy = (
  {registrationStatus, kind, usage, firstRegisteredOn}: Vehicle,
  day: ExtractDay,
  others: () => Pick<InspectionFacts, 'grossWeightKg' | 'permits' | 'inspection'>,
): InspectionEstimate | undefined => {
  if (registrationStatus !== 'Registered' || !firstRegisteredOn) return undefined;
  const own = {kind: kind?.originalName ?? '', usage: usage?.originalName, firstRegisteredOn};
  return estimateInspection({...own, ...others()}, day);
};

/** The estimate of the next inspection of a vehicle, from its record and the members already read from that. */
export const readEstimate = (record: RegisterRecord, vehicle: Vehicle) =>
  estimateBy(vehicle, record.day, () => ({
    grossWeightKg: readGrossWeight({...record, setAside: unreported}, 0),
    permits: readPermits(record, 0) ?? [],
    inspection: latestInspection(record),
  }));

/**
 * The same from the exported content of a vehicle. That lacks permits whose type has no number, and days of permits
 * without a time: a vehicle with such ones may get another estimate.
 */
export const estimateOf = (vehicle: VehicleContent, day: ExtractDay) => {
  const {technicalDetails, inspection} = vehicle;
  return estimateBy(vehicle, day, () => ({
    grossWeightKg: technicalDetails.grossWeightKg,
    permits: (technicalDetails.permits ?? []).map(({type, validFrom, validTo}) => ({
      name: type.name,
      from: validFrom?.slice(0, 10),
      until: validTo?.slice(0, 10),
    })),
    inspection: inspection && {
      type: inspection.typeOriginal,
      result: inspection.resultOriginal,
      status: inspection.statusOriginal,
      date: inspection.date,
    },
  }));
};
