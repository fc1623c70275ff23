import type {z} from 'zod';
import type {Filter} from '#core/domain/filter.ts';
import {
  FilterFaults,
  type FilterName,
  type FilterType,
  filterNames,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';
import {declarationOf, wordsOf} from '#mappings/reference-document.ts';
import {
  day,
  decimal,
  flag,
  idIn,
  idsIn,
  int32,
  plate,
  platePrefix,
  registrationStatus,
  vinPrefix,
  word,
} from '../parameters.ts';
import {brokenIn} from '../replies.ts';
import {rules} from '../rules.ts';

const schemas: Readonly<Record<Exclude<FilterType, 'id' | 'ids'>, z.ZodType>> = {
  integer: int32,
  decimal,
  day,
  plate,
  platePrefix,
  vinPrefix,
  word,
  name: word,
  flag,
  registrationStatus,
};

const schemaOf = ({type, list}: Filter): z.ZodType => {
  if (type !== 'id' && type !== 'ids') return schemas[type];
  return (type === 'id' ? idIn : idsIn)(list === undefined ? '' : declarationOf(list).path);
};

/** The name of a filter for people. Filters of one attribute share it: bounds of a number, id and name of a make. */
const labelOf = (name: FilterName, {type, list, label, isGrouped}: Filter): string => {
  const claim = type === 'flag' && Array.isArray(isGrouped) ? String(isGrouped[0]) : undefined;
  const words = label ?? claim ?? (list ? declarationOf(list).nouns[0] : wordsOf(name));
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The query parameters of the vehicle filters. Their schemas have what a form needs of each, as extensions. */
export const filterParameters = Object.fromEntries(
  filterNames.map(name => {
    const filter: Filter = vehicleFilters[name];
    const {description, example, words, english, unit, list, isGrouped} = filter;
    const read = schemaOf(filter);
    const schema = read.meta({
      ...read.meta(),
      description,
      'x-label': labelOf(name, filter),
      ...(unit && {'x-unit': unit}),
      ...(list && {'x-list': declarationOf(list).path}),
      ...(Array.isArray(isGrouped) && {'x-value-labels': isGrouped}),
      ...(words ? {enum: words} : english && {'x-known-values': [...english.values()]}),
      examples: [example],
    });
    return [name, schema.optional()];
  }),
) as unknown as {readonly [Name in FilterName]: z.ZodType<VehicleFilter[Name]>};

/** Rejects with the problem of wrong filters. */
export const orFaults = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof FilterFaults)) throw error;
    throw brokenIn(
      error.version,
      ...error.faults.map(fault => [fault.rule, rules[fault.rule](fault)] as const),
    );
  }
};
