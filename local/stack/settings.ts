import {z} from 'zod';
import {Unable} from '../processes/service.ts';

/** What distinguishes one stack from another. `variable` names what moves it to other ports. */
export type StackSettings = {
  readonly elasticsearchPort: number;
  readonly redisPort: number;
  /** In the form of the JVM's -Xmx: 512m, 1g. */
  readonly heap: string;
  readonly variables: Readonly<Record<'elasticsearchPort' | 'redisPort', string>>;
};

type Defaults = {readonly elasticsearchPort: string; readonly redisPort: string};

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine(number => number >= 1 && number <= 65_535);

const heap = z.string().regex(/^[1-9]\d*[mg]$/);

const read = <Value extends z.ZodType>(
  schema: Value,
  variable: string,
  text: string,
  form: string,
): z.output<Value> => {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Unable(`${variable} must be ${form}; it is ${JSON.stringify(text)}.`);
};

const settings = (env: NodeJS.ProcessEnv, prefix: string, defaults: Defaults): StackSettings => {
  const variables = {
    elasticsearchPort: `${prefix}_ELASTICSEARCH_PORT`,
    redisPort: `${prefix}_REDIS_PORT`,
  };
  const portOf = (name: keyof typeof variables) =>
    read(port, variables[name], env[variables[name]] || defaults[name], 'a port, 1 to 65535');
  const heapVariable = `${prefix}_ELASTICSEARCH_HEAP`;
  return {
    elasticsearchPort: portOf('elasticsearchPort'),
    redisPort: portOf('redisPort'),
    heap: read(heap, heapVariable, env[heapVariable] || '1g', 'a size such as 512m or 2g'),
    variables,
  };
};

/** The stack a developer works with: STACK_ELASTICSEARCH_PORT, STACK_REDIS_PORT, STACK_ELASTICSEARCH_HEAP. */
export const developerStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'STACK', {elasticsearchPort: '9200', redisPort: '6379'});

/**
 * The stack of the tests, which begin by emptying it. Its variables have names of their own
 * (TEST_STACK_…), so that no setting of the other one can point the tests at a developer's data.
 */
export const testStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'TEST_STACK', {elasticsearchPort: '19200', redisPort: '16379'});
