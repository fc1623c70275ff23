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

export const exampleOf = (operationId: string): Example =>
  JSON.parse(readFileSync(new URL(`${operationId}.json`, examplesFolder), 'utf8'));

/** The path and query of the example request. */
export const exampleTarget = (path: string, {params = {}, query = {}}: Example): string => {
  const filled = filledPath(path, name => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
