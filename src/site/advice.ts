import type {ErrorCode} from '#src/api/errors.ts';
import {type Advice, requestAdvice} from './request-advice.ts';
import {serviceAdvice} from './service-advice.ts';

const given: Readonly<Record<ErrorCode, Advice>> = {...requestAdvice, ...serviceAdvice};

/** The explanation of an error, whole. */
export const adviceOn = (code: ErrorCode): Required<Advice> => ({
  retry: 'No. The same request fails again.',
  ...given[code],
});
