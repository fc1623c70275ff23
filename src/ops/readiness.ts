/** Resolves to a description of a healthy engine; rejects if the engine is not healthy. */
export type HealthCheck = () => Promise<string>;

export type Readiness = {
  readonly status: 'ready' | 'not ready' | 'stopping';
  readonly checks: Readonly<Record<string, {readonly healthy: boolean; readonly found: string}>>;
};

/** The messages of an error and all its causes: operators need the last one. */
const messages = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${messages(error.cause)}`;
};

const resultOf = async (check: HealthCheck) => {
  try {
    return {healthy: true, found: await check()};
  } catch (error) {
    return {healthy: false, found: messages(error)};
  }
};

/** Whether all that these checks look at is healthy, and the service is not about to stop. */
export const statusOf = (checks: Readiness['checks'], isStopping: boolean): Readiness['status'] => {
  if (isStopping) return 'stopping';
  return Object.values(checks).every(({healthy}) => healthy) ? 'ready' : 'not ready';
};

/** Makes all checks at once. */
export const readinessOf = async (
  all: Readonly<Record<string, HealthCheck>>,
  isStopping: () => boolean,
): Promise<Readiness> => {
  const results = Object.entries(all).map(
    async ([name, check]) => [name, await resultOf(check)] as const,
  );
  const checks = Object.fromEntries(await Promise.all(results));
  return {status: statusOf(checks, isStopping()), checks};
};
