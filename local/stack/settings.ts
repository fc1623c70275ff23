import {ConfigurationError} from '#core/config/config.ts';

/** The settings by which one stack differs from another. */
export type StackSettings = {
  readonly elasticsearchPort: number;
  readonly redisPort: number;
  /** Heap of Elasticsearch in the form of the JVM's -Xmx: 512m, 1g. */
  readonly heap: string;
  /** Start of the names of its environment variables. */
  readonly prefix: string;
};

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const isHeap = (text: string): boolean => /^[1-9]\d*[mg]$/.test(text);

const settings = (
  env: NodeJS.ProcessEnv,
  prefix: string,
  defaults: {readonly elasticsearchPort: string; readonly redisPort: string},
): StackSettings => {
  const read = (name: string, usual: string, isValid: typeof isPort, form: string): string => {
    const text = env[`${prefix}_${name}`] || usual;
    if (isValid(text)) return text;
    throw new ConfigurationError(
      `${prefix}_${name} must be ${form}; it is ${JSON.stringify(text)}.`,
    );
  };
  const port = (name: string, usual: string) =>
    Number(read(name, usual, isPort, 'a port number from 1 to 65535'));
  return {
    elasticsearchPort: port('ELASTICSEARCH_PORT', defaults.elasticsearchPort),
    redisPort: port('REDIS_PORT', defaults.redisPort),
    heap: read('ELASTICSEARCH_HEAP', '1g', isHeap, 'a size such as 512m or 2g'),
    prefix,
  };
};

/** The developer's stack: STACK_ELASTICSEARCH_PORT, STACK_REDIS_PORT, STACK_ELASTICSEARCH_HEAP. */
export const developerStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'STACK', {elasticsearchPort: '9200', redisPort: '6379'});

/**
 * The stack of the tests, which erase it first. Its variables have names of their own (TEST_STACK_…),
 * so that no setting of the developer's stack can point the tests at its data.
 */
export const testStack = (env: NodeJS.ProcessEnv = process.env): StackSettings =>
  settings(env, 'TEST_STACK', {elasticsearchPort: '19200', redisPort: '16379'});
