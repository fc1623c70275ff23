import type {ErrorCode} from '#src/api/errors.ts';
import type {Advice} from './advice.ts';
import {dataAdvice} from './data-advice.ts';
import {keyAdvice} from './key-advice.ts';
import {requestAdvice} from './request-advice.ts';
import {serviceAdvice} from './service-advice.ts';

/** Every problem there is: the compiler holds this to the catalogue. */
export const adviceOn: Readonly<Record<ErrorCode, Advice>> = {
  ...requestAdvice,
  ...keyAdvice,
  ...dataAdvice,
  ...serviceAdvice,
};
