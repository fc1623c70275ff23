import {type FilterFault, FilterFaults, vehicleFilters} from '#core/domain/vehicle-filters.ts';
import {brokenIn} from '../replies.ts';
import {type RuleKey, rules} from '../rules.ts';

/** The rule that a filter breaks, and its message. */
const brokenBy = ({filter, sent, reason, known}: FilterFault): readonly [RuleKey, string] => {
  switch (reason) {
    case 'unknownWord':
      return [
        'WordUnknown',
        rules.WordUnknown(filter, sent, known, 'words' in vehicleFilters[filter]),
      ];
    case 'unknownName':
      return ['NameUnknown', rules.NameUnknown(filter, sent, known)];
    case 'commonName':
      return ['NameTooCommon', rules.NameTooCommon(filter, sent)];
    case 'unknownId':
      return ['IdUnknown', rules.IdUnknown(filter, sent)];
    case 'emptyRange':
      return ['RangeEmpty', rules.RangeEmpty(filter, known.join())];
  }
};

/** Rejects with the problem of wrong filters. */
export const orFaults = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof FilterFaults)) throw error;
    throw brokenIn(error.version, error.faults.map(brokenBy));
  }
};
