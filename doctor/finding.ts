import {SearchUnavailable} from '#core/domain/outages.ts';
import {toExitCode} from '#indexer/exit-codes.ts';

/** `bad` is what makes requests or the next import fail; a `warning` is what will, or what a person has to decide. */
type Level = 'ok' | 'warning' | 'bad';

/** The finding of a check: in sentences, and unless it is ok what to do about it. */
export type Finding = {readonly level: Level; readonly check: string; readonly found: string};

type Verdict = Omit<Finding, 'check'>;

export const ok = (found: string): Verdict => ({level: 'ok', found});
export const warning = (found: string): Verdict => ({level: 'warning', found});
export const bad = (found: string): Verdict => ({level: 'bad', found});

/** Its signal is aborted at its deadline. A thrown error is a bad finding. */
export type Check = (signal: AbortSignal) => Promise<Verdict | readonly Verdict[]>;

/** The first is made alone; the others all at once, and only if that found nothing bad. */
export type Checks = Readonly<Record<string, Check>>;

const seconds = 10;

const sentenceOf = (error: unknown): string => {
  const isWrapped = error instanceof SearchUnavailable && error.cause !== undefined;
  return toExitCode(isWrapped ? error.cause : error).sentence;
};

const make = async ([check, run]: readonly [string, Check]): Promise<readonly Finding[]> => {
  const late = new AbortController();
  const deadline = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason));
  });
  const reason = new Error(
    `There was no answer within ${seconds} s. See whether it is overloaded.`,
  );
  const timer = setTimeout(() => late.abort(reason), seconds * 1000);
  try {
    const found = await Promise.race([run(late.signal), deadline]);
    return [found].flat().map(verdict => ({check, ...verdict}));
  } catch (error) {
    return [{check, ...bad(sentenceOf(error))}];
  } finally {
    clearTimeout(timer);
  }
};

/** Makes checks, each within ten seconds. */
export const findingsOf = async (checks: Checks): Promise<readonly Finding[]> => {
  const [first, ...others] = Object.entries(checks);
  const found = first ? await make(first) : [];
  if (found.some(({level}) => level === 'bad')) return found;
  return [...found, ...(await Promise.all(others.map(make))).flat()];
};
