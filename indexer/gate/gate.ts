import type {Check} from './check.ts';

/** What a candidate may not be. The limits are the operator's (GATE_… in the configuration). */
export type GateLimits = {
  readonly maxRejectsPercent: number;
  readonly minVehiclesPercent: number;
  readonly minFirstVehicles: number;
  readonly maxKindShiftPoints: number;
  readonly vanishedKindVehicles: number;
  readonly canaries: number;
};

const sentenceOf = ({name, found, limit, advice}: Check): string =>
  `${name}: ${found}; limit: ${limit}. ${advice}`;

/** At least one check did not pass. The message says which, with both numbers and what to do. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly checks: readonly Check[];
  /** The names of those that did not pass. */
  readonly failed: readonly string[];

  constructor(checks: readonly Check[]) {
    const failed = checks.filter(({passed}) => !passed);
    super(
      [...failed.map(sentenceOf), 'To put it live all the same: --force "<reason>".'].join('\n'),
    );
    this.checks = checks;
    this.failed = failed.map(({name}) => name);
  }
}

/** Lets pass what passed every check, or what a person forces. @throws {GateRefused} */
export const letThrough = (checks: readonly Check[], forced?: string): void => {
  if (forced === undefined && checks.some(({passed}) => !passed)) throw new GateRefused(checks);
};
