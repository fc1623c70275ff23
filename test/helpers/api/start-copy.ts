import type {KeyEnvironment} from '#core/access/api-key.ts';
import type {AppOptions} from '#src/app.ts';
import {createServices, type Engines} from '#src/wiring.ts';
import {timeoutMs} from '../engines/patient-queries.ts';
import type {Scope} from '../scope.ts';
import {startApi} from './start-api.ts';

/** Starts one copy of the API as the process has it: every service on the real engines. */
export const startCopy = (
  t: Scope,
  engines: Engines,
  indexPrefix: string,
  environment: KeyEnvironment = 'live',
  options: Partial<AppOptions> = {},
) =>
  startApi(
    t,
    createServices(
      engines,
      {indexPrefix, environment},
      {onRefund: () => {}, onDamaged: () => {}, timeoutMs},
    ),
    {simulatesTestCases: environment === 'test', ...options},
  );

export type Copy = Awaited<ReturnType<typeof startCopy>>;
