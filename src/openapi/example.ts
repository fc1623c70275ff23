import {readFileSync} from 'node:fs';
import {filledPath} from '#src/http/endpoint/endpoint.ts';

type Texts = Readonly<Record<string, string>>;

/** An example request of an operation, and its response from the sample extract. */
export type Example = {
  readonly params?: Texts;
  readonly query?: Texts;
  readonly body?: unknown;
  readonly answer: unknown;
};

/** The examples, one file per operation. `npm run examples` regenerates their responses. */
export const examplesFolder = new URL('examples/', import.meta.url);

/** A stored example; `answerOf` names another operation with the same answer. */
type StoredExample = Omit<Example, 'answer'> &
  ({readonly answer: unknown} | {readonly answerOf: string});

export const storedExample = (operationId: string): StoredExample =>
  JSON.parse(readFileSync(new URL(`${operationId}.json`, examplesFolder), 'utf8'));

export const exampleOf = (operationId: string): Example => {
  const stored = storedExample(operationId);
  return 'answer' in stored ? stored : {...stored, answer: exampleOf(stored.answerOf).answer};
};

/** The path and query of the example request. */
export const exampleTarget = (
  path: string,
  {params = {}, query = {}}: Pick<Example, 'params' | 'query'>,
): string => {
  const filled = filledPath(path, name => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
