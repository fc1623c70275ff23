/** A kind of problem the API can answer with. `code`, `status` and `title` go together. */
export type ProblemKind = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
};

/** The members and headers specific to one occurrence of a problem (RFC 9457 §3.1). */
export type Occurrence = {
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether its request stays charged although the service did not answer. */
  readonly isCharged?: boolean;
};

/** An error that is answered as `application/problem+json`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly occurrence: Occurrence;

  constructor(kind: ProblemKind, occurrence: Occurrence = {}, options?: ErrorOptions) {
    super(occurrence.detail ?? kind.title, options);
    this.kind = kind;
    this.occurrence = occurrence;
  }
}

/** `{VehicleNotFound: {status: 404, …}}` → `{VehicleNotFound: {code: 'VehicleNotFound', …}}`. */
export const catalogue = <Code extends string, Entry extends Omit<ProblemKind, 'code'>>(
  entries: Readonly<Record<Code, Entry>>,
): Readonly<Record<Code, Entry & ProblemKind>> => {
  const kinds = Object.entries<Entry>(entries).map(([code, entry]) => [code, {code, ...entry}]);
  return Object.fromEntries(kinds);
};
