import type {z} from 'zod';
import {UsageError} from '../command-line/errors.ts';
import {readableFile} from './variables.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** An environment the process cannot start with. The message lists every problem. */
export class ConfigurationError extends UsageError {}

const SecretFile = readableFile
  .transform(text => text.replace(/^\uFEFF|\r?\n$/g, ''))
  .refine(text => text !== '', 'must be the path of a file that is not empty');

/** The secrets that stand in files, by the variable that each replaces, and what is wrong with the others. */
const readSecretFiles = (schema: z.ZodObject, set: Variables) => {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, type] of Object.entries(schema.shape)) {
    const path = set[`${name}_FILE`];
    if (path === undefined || (type as z.ZodType).meta()?.['file'] !== true) continue;
    const {data, error} = SecretFile.safeParse(path);
    if (data !== undefined) secrets[name] = data;
    const problem =
      set[name] === undefined ? error?.issues[0]?.message : `must not be set together with ${name}`;
    if (problem) problems.push(`  ${name}_FILE ${problem}; it is ${JSON.stringify(path)}.`);
  }
  return {secrets, problems};
};

/**
 * Reads the variables of a tool, and no others. One that is empty or blank counts as unset, and `NAME_FILE` is the path
 * of a file with the secret `NAME`. Throws a `ConfigurationError` that lists every problem.
 */
export const readVariables = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Variables,
): z.output<Schema> => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const {secrets, problems} = readSecretFiles(schema, set);
  const values: Variables = {...set, ...secrets};
  const {success, data, error} = schema.safeParse(values);
  if (success && problems.length === 0) return data;
  for (const {path, message} of error?.issues ?? []) {
    const name = String(path[0]);
    const value = values[name];
    const isSecret = (schema.shape[name] as z.ZodType | undefined)?.meta()?.['secret'] === true;
    const found = value === undefined ? 'it is not set' : `it is ${JSON.stringify(value)}`;
    problems.push(`  ${name} ${message}; ${value && isSecret ? 'its value is not shown' : found}.`);
  }
  throw new ConfigurationError(`The configuration is invalid:\n${problems.join('\n')}`);
};
