import {readFileSync} from 'node:fs';
import {filledPath} from '#src/http/endpoint/endpoint.ts';

type Texts = Readonly<Record<string, string>>;

/** A request an operation can be tried with, and what the API answers to it from the sample extract. */
export type Example = {
  readonly params?: Texts;
  readonly query?: Texts;
  readonly body?: unknown;
  readonly answer: unknown;
};

/** The folder of the examples, a file per operation. `npm run examples` writes the answers anew. */
export const examplesFolder = new URL('examples/', import.meta.url);

export const exampleOf = (operationId: string): Example =>
  JSON.parse(readFileSync(new URL(`${operationId}.json`, examplesFolder), 'utf8'));

/** The path with query that asks for the example. */
export const exampleTarget = (path: string, {params = {}, query = {}}: Example): string => {
  const filled = filledPath(path, name => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
