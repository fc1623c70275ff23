import {createServices, type Engines} from '#src/wiring.ts';
import type {Scope} from '../scope.ts';
import {startApi} from './start-api.ts';

/** Far more than the API grants: a busy machine must not decide what a test finds. */
const timeoutMs = 60_000;

/** Starts one copy of the API as the process has it: every service on the real engines. */
export const startCopy = (t: Scope, engines: Engines, indexPrefix: string) =>
  startApi(
    t,
    createServices(engines, {indexPrefix, environment: 'live'}, {onRefund: () => {}, timeoutMs}),
  );

export type Copy = Awaited<ReturnType<typeof startCopy>>;
