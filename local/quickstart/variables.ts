import type {KeyEnvironment} from '#core/access/api-key.ts';
import {addresses, type Stack} from '../stack/stack.ts';

/** The variables by which programs find one environment on a stack; they override those of this process. */
export const variablesOf = (stack: Stack, environment: KeyEnvironment) => {
  const prefix = process.env['INDEX_PREFIX'] ?? '';
  return {
    ...addresses(stack),
    API_ENVIRONMENT: environment,
    INDEX_PREFIX: environment === 'test' ? `${prefix}test-` : prefix,
  };
};
