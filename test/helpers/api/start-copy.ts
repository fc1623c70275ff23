import type {KeyEnvironment} from '#core/access/api-key.ts';
import type {PlanLimits} from '#core/access/plans.ts';
import type {Config} from '#src/config.ts';
import {createServices, type Engines} from '#src/wiring.ts';
import {startAccount} from '../engines/account.ts';
import {timeoutMs as patience} from '../engines/patient-services.ts';
import {testClient} from '../engines/test-index.ts';
import type {Scope} from '../scope.ts';
import {startApi} from './start-api.ts';

const noExports: Config['exports'] = {directory: undefined, accelPrefix: undefined};

type CopyOptions = Parameters<typeof startApi>[2] & {
  readonly exports?: Partial<Config['exports']>;
  readonly timeoutMs?: number;
};

/** Starts one copy of the API as in its own process: every service on the real engines. */
export const startCopy = (
  t: Scope,
  engines: Engines,
  indexPrefix: string,
  environment: KeyEnvironment = 'live',
  {exports, timeoutMs = patience, ...options}: CopyOptions = {},
) =>
  startApi(
    t,
    createServices(
      engines,
      {indexPrefix, environment, ...(exports && {exports: {...noExports, ...exports}})},
      {onRefund: () => {}, onDamaged: () => {}, timeoutMs},
    ),
    {simulatesTestCases: environment === 'test', ...options},
  );

export type Copy = Awaited<ReturnType<typeof startCopy>>;

type KeyedOptions = CopyOptions & {
  readonly environment?: KeyEnvironment;
  /** The limits of its account; ample by default. */
  readonly grant?: Partial<PlanLimits>;
};

/** A copy with an account of its own, whose key is sent with every request. */
export const startKeyedCopy = async (
  t: Scope,
  indexPrefix: string,
  {environment = 'live', grant = {}, ...options}: KeyedOptions = {},
) => {
  const {redis, key} = await startAccount(t, grant, {environment});
  const engines = {elasticsearch: testClient(t), redis};
  const copy = await startCopy(t, engines, indexPrefix, environment, {key, ...options});
  return {...copy, key, redis};
};
