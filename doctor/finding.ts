import {SearchUnavailable} from '#core/domain/outages.ts';
import {toExitCode} from '#indexer/exit-codes.ts';

/** `bad` makes requests or the next import fail; a `warning` is about a later problem, or may be intended. */
type Level = 'ok' | 'warning' | 'bad';

/** The finding, in sentences; unless it is ok, the last says what to do. */
type Verdict = {readonly level: Level; readonly found: string};

export type Finding = Verdict & {readonly check: string};

export const warning = (found: string): Verdict => ({level: 'warning', found});
export const bad = (found: string): Verdict => ({level: 'bad', found});

/** The problems; without any, the verdict that all is fine. */
export const unless = (
  fine: string,
  ...problems: readonly (Verdict | false)[]
): readonly Verdict[] => {
  const found = problems.filter(each => each !== false);
  return found.length > 0 ? found : [{level: 'ok', found: fine}];
};

/** A check. Its signal is aborted at its deadline. An error that it throws counts as bad. */
type Check = (signal: AbortSignal) => Promise<readonly Verdict[]>;

/** Checks by name. If the first finds nothing bad, the others run after it, all at once. */
export type Checks = Readonly<Record<string, Check>>;

const seconds = 10;

const sentenceOf = (error: unknown): string =>
  toExitCode(error instanceof SearchUnavailable ? error.cause : error).sentence;

const make = async ([check, run]: readonly [string, Check]): Promise<readonly Finding[]> => {
  const late = new AbortController();
  const reason = new Error(`No response within ${seconds} s. Check whether it is overloaded.`);
  const timer = setTimeout(() => late.abort(reason), seconds * 1000);
  const {promise: deadline, reject} = Promise.withResolvers<never>();
  late.signal.addEventListener('abort', () => reject(reason));
  try {
    const found = await Promise.race([run(late.signal), deadline]);
    return found.map(verdict => ({check, ...verdict}));
  } catch (error) {
    return [{check, ...bad(sentenceOf(error))}];
  } finally {
    clearTimeout(timer);
  }
};

/** Runs the checks, each within ten seconds. */
export const findingsOf = async (checks: Checks): Promise<readonly Finding[]> => {
  const [first = [], ...others] = Object.entries(checks);
  const found = await make(first as [string, Check]);
  if (found.some(({level}) => level === 'bad')) return found;
  return [...found, ...(await Promise.all(others.map(make))).flat()];
};
