import type {Problem} from './problem.ts';

/** A request that was let in, and what it may cost. */
export type Admission<S> = {
  /** The id of the caller's key. */
  readonly keyId: string;
  /** The services as this caller has them. */
  readonly services: S;
  /** What an answer says of the caller's limits by now. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Charges more, all of it or nothing. Answers why not, where the caller cannot pay for it. */
  readonly charge: (cost: number) => Promise<Problem | undefined>;
  /** Gives back what was charged, as well as that can be done. Never fails. */
  readonly giveBack: () => Promise<void>;
};
