import type {InspectionEstimate, InspectionRule} from '#mappings/fields/inspection-estimate.ts';

/** The facts that an estimate is made of, in the words of the register. Days are `2020-03-12`. */
export type InspectionFacts = {
  readonly kind: string;
  readonly usage: string | undefined;
  readonly grossWeightKg: number | undefined;
  readonly firstRegisteredOn: string;
  readonly permits: readonly {readonly name: string; readonly hasEnd: boolean}[];
  /** The latest inspection of all. */
  readonly inspection:
    | {
        readonly type: string | undefined;
        readonly result: string | undefined;
        readonly date: string | undefined;
      }
    | undefined;
};

type Rule = {
  readonly rule: InspectionRule;
  /** Years from the first registration to the first inspection, and from then on between two. */
  readonly first: number;
  readonly interval: number;
  /** Whether it is known to hold for a vehicle. */
  readonly holds: (facts: InspectionFacts) => boolean;
  /** Whether that is known of its first inspection, too; of all vehicles if absent. */
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

/** Carrying people for money, and emergencies. */
const isYearlyUsage = oneOf(
  'Taxikørsel',
  'Limousinekørsel',
  'Kørsel for offentlig myndighed',
  'Ambulancekørsel',
  'Brandsluknings-/redningskørsel',
  'Buskørsel',
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

/**
 * Periodic inspections by § 56 of the Danish order on the approval and inspection of vehicles
 * (bekendtgørelse om godkendelse og syn af køretøjer, no. 2114 of 25 November 2021). The first rule that
 * holds counts; where none does, nothing is estimated. `docs/inspection-estimate.md` shows them.
 */
export const inspectionRules: readonly Rule[] = [
  {
    rule: 'VeteranEveryEightYears',
    first: 40,
    interval: 8,
    holds: ({permits}) => permits.some(({name}) => isVeteran(name)),
  },
  {
    rule: 'EveryYear',
    first: 1,
    interval: 1,
    holds: facts =>
      facts.kind === 'Stor personbil' ||
      (facts.kind === 'Lastbil' && isHeavy(facts)) ||
      (isTrailer(facts.kind) && isHeavy(facts)) ||
      (isCarOrVan(facts.kind) && isYearlyUsage(facts.usage)),
  },
  {
    rule: 'EveryTwoYears',
    first: 2,
    interval: 2,
    holds: facts =>
      isCarOrVan(facts.kind) &&
      isLight(facts) &&
      facts.permits.some(({name}) => isHireOrPractice(name)),
    // Passenger cars are in this subsection of earlier orders only; in all of them it is every 2 years.
    isFirstKnown: ({kind}) => kind === 'Varebil',
  },
  {
    rule: 'FourYearsThenEveryTwo',
    first: 4,
    interval: 2,
    holds: facts => isCarOrVan(facts.kind) && isLight(facts) && isOrdinaryUsage(facts.usage),
  },
];

/** Whether a permit decides on the rule, but only for a time. */
const decidesFor = ({name, hasEnd}: InspectionFacts['permits'][number]): boolean =>
  hasEnd && (isVeteran(name) || isHireOrPractice(name));

/** The same day so many years later: of 29 February the 28th, where that year has none. */
const yearsAfter = (day: string, years: number): string => {
  const year = Number(day.slice(0, 4)) + years;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const rest = day.slice(4) === '-02-29' && !isLeap ? '-02-28' : day.slice(4);
  return `${String(year).padStart(4, '0')}${rest}`;
};

/** The day two months before, or one that the month does not have: days are only compared with it. */
const twoMonthsBefore = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isLastYear = month <= 2;
  const earlier = isLastYear ? month + 10 : month - 2;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(isLastYear ? year - 1 : year).padStart(4, '0')}-${two(earlier)}-${two(date)}`;
};

/** The day by which a rule asks for an inspection, after an approved periodic one if there was one. */
const dueBy = (
  {rule, first, interval, isFirstKnown = () => true}: Rule,
  facts: InspectionFacts,
  last: string | null,
): string | undefined => {
  const firstDue = yearsAfter(facts.firstRegisteredOn, first);
  if (last === null) return isFirstKnown(facts) ? firstDue : undefined;
  // Vehicles are called in from two months before their day on (§ 57).
  if (last >= twoMonthsBefore(firstDue)) return yearsAfter(last, interval);
  return rule === 'VeteranEveryEightYears' ? firstDue : undefined;
};

/**
 * Estimates the next periodic inspection of a registered vehicle. Undefined where that is unsure: no rule is
 * known to hold, or not of the first inspection, or only while a permit lasts; the latest inspection, the only
 * one that the register keeps, is no approved periodic one, or was long before the first that the rule asks
 * for; or the day is more than a year before the year of the extract, and a vehicle that nobody presents loses
 * its plates.
 */
export const estimateInspection = (
  facts: InspectionFacts,
  extractYear: number,
): InspectionEstimate | undefined => {
  const rule = inspectionRules.find(({holds}) => holds(facts));
  const {firstRegisteredOn, inspection, grossWeightKg = null, permits} = facts;
  if (rule === undefined || permits.some(decidesFor)) return undefined;
  const {type, result, date} = inspection ?? {};
  const wasNew = inspection === undefined || (date !== undefined && date <= firstRegisteredOn);
  const isApproved = type === 'PeriodiskSyn' && result === 'Godkendt' && date !== undefined;
  if (!wasNew && !isApproved) return undefined;
  const lastInspectedOn = wasNew ? null : (date ?? null);
  const due = dueBy(rule, facts, lastInspectedOn);
  if (due === undefined || Number(due.slice(0, 4)) < extractYear - 1) return undefined;
  return {date: due, rule: rule.rule, lastInspectedOn, grossWeightKg};
};
