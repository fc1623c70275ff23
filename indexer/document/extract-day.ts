/** Later than any day of the register. */
export const never = '9999-12-31';

/**
 * The day in Denmark on which an extract was made. Everything in a document that depends on it is decided here, to
 * know the day from which the same record makes another document. Days are `2020-03-12`.
 */
export class ExtractDay {
  readonly #today: string;
  /** Years after this one cannot have happened. */
  readonly #latestYear: number;
  #until = never;

  constructor(today: string) {
    this.#today = today;
    this.#latestYear = Number(today.slice(0, 4)) + 1;
  }

  /** Begins the next record, which earlier questions do not concern. */
  begin(): void {
    this.#until = never;
  }

  /** The first day on which an answer since `begin` may change, or an earlier day. */
  get until(): string {
    return this.#until;
  }

  /** Whether a day is this one or before. */
  hasCome(day: string): boolean {
    if (day <= this.#today) return true;
    if (day < this.#until) this.#until = day;
    return false;
  }

  /** Whether a day is before this one. */
  isOver(day: string): boolean {
    if (day < this.#today) return true;
    if (day < this.#until) this.#until = day;
    return false;
  }

  /** Whether a year can have happened. The next one counts: model years begin before it does. */
  isPossible(year: number): boolean {
    return year <= this.#latestYear || (year < 9999 && this.hasCome(`${year - 1}-01-01`));
  }
}
