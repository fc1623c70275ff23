import {FetchFailed} from './fetch-failed.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known. Check EXTRACT_URL and the name servers of this machine',
  EAI_AGAIN: 'the name servers do not answer. Check the network of this machine',
  ECONNREFUSED: 'nothing listens there. Check host and port of EXTRACT_URL',
  EHOSTUNREACH: 'there is no way to it. Check the network of this machine',
  ENETUNREACH: 'there is no way to it. Check the network of this machine',
};

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
};

/** For a connection that did not come about, broke, or fell silent. */
export const connectionFailure = (place: string, cause: unknown): FetchFailed => {
  const code = codeOf(cause);
  const reason =
    reasons[code ?? ''] ?? `the connection broke${code === undefined ? '' : ` (${code})`}`;
  return new FetchFailed(`${place} could not be reached: ${reason}.`, {cause, mayPass: true});
};

/** For a server that keeps the connection open and says nothing. */
export const silence = (place: string, stallMs: number, cause?: unknown): FetchFailed =>
  new FetchFailed(`${place} sent nothing for ${stallMs / 1000} s.`, {cause, mayPass: true});
