import type {z} from 'zod';
import {UsageError} from '../command-line/errors.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** An environment the process cannot start with. The message lists every problem. */
export class ConfigurationError extends UsageError {}

/**
 * Reads the variables of a tool, and no others. An empty one counts as unset. Throws a `ConfigurationError`
 * that lists every problem.
 */
export const readVariables = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Variables,
): z.output<Schema> => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const {success, data, error} = schema.safeParse(set);
  if (success) return data;
  const problems = error.issues.map(({path: [variable], message}) => {
    const name = String(variable);
    const value = set[name];
    const isSecret = (schema.shape[name] as z.ZodType | undefined)?.meta()?.['secret'] === true;
    const found = value === undefined ? 'it is not set' : `it is ${JSON.stringify(value)}`;
    return `  ${name} ${message}; ${value && isSecret ? 'its value is not shown' : found}.`;
  });
  throw new ConfigurationError(`The configuration is invalid:\n${problems.join('\n')}`);
};
