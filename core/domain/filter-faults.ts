import type {FilterName} from './vehicle-filters.ts';

/** Why a filter finds nothing that its sender can have meant. */
export type FilterFault = {
  readonly filter: FilterName;
  /** The part of its value that is wrong. */
  readonly sent: string;
  readonly reason: 'unknownWord' | 'unknownName' | 'unknownId' | 'commonName' | 'emptyRange';
  /**
   * Candidates for what was meant: all words that there are, or the names that are like an unknown one. For an empty
   * range, the name of its upper bound.
   */
  readonly known: readonly string[];
};

/** A search or statistic is not answered for what is wrong with its filters in a dataset. */
export class FilterFaults extends Error {
  override readonly name = 'FilterFaults';
  readonly version: string;
  readonly faults: readonly FilterFault[];

  constructor(version: string, faults: readonly FilterFault[]) {
    super(`Wrong filters: ${faults.map(({filter}) => filter).join(', ')}.`);
    this.version = version;
    this.faults = faults;
  }
}

/** Maximum number of entries of a list that one name may mean. */
export const maxNamesakes = 1_000;
