import {TryLater} from '#core/command-line/errors.ts';
/**
 * Nothing was fetched, and a later run can succeed. The message is a sentence for the operator; it
 * names the server, never the user or the password.
 */
export class FetchFailed extends TryLater {
  /** Whether an immediate retry can help. A refused login, for one, stays refused. */
  readonly isTransient: boolean;

  constructor(message: string, options: ErrorOptions & {readonly isTransient?: boolean} = {}) {
    super(message, options);
    this.isTransient = options.isTransient ?? false;
  }
}

/** A failure after which the bytes downloaded so far are useless and are deleted. */
export class PartSpoiled extends FetchFailed {}

/** The file at the server is no longer the version whose download began. */
export class RemoteChanged extends PartSpoiled {}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host. Check EXTRACT_URL and the DNS settings of this machine',
  EAI_AGAIN: 'the DNS servers do not answer. Check the network of this machine',
  ECONNREFUSED: 'connection refused. Check the host and port in EXTRACT_URL',
  EHOSTUNREACH: 'no route to the host. Check the network of this machine',
  ENETUNREACH: 'no route to the host. Check the network of this machine',
};

/** @param place The server, as `Source` names it. */
export const connectionFailed = (place: string, cause: unknown): FetchFailed => {
  const {code} = cause as NodeJS.ErrnoException;
  const lost = code === undefined ? 'the connection was lost' : `the connection was lost (${code})`;
  const reason = reasons[code ?? ''] ?? lost;
  return new FetchFailed(`Cannot reach ${place}: ${reason}.`, {cause, isTransient: true});
};

/** For a server that keeps the connection open and sends nothing. */
export const stalled = (place: string, stallMs: number, cause?: unknown): FetchFailed =>
  new FetchFailed(`${place} sent no data for ${stallMs / 1000} s.`, {cause, isTransient: true});

/** A server that sends something now and then, but not enough to wait for. */
export class TooSlow extends FetchFailed {}

export const tooSlow = (
  place: string,
  bytes: number,
  ms: number,
  leastPerSecond: number,
): TooSlow =>
  new TooSlow(
    `${place} sent ${bytes} bytes in ${Math.round(ms / 100) / 10} s, less than FETCH_MIN_BYTES_PER_SECOND (${leastPerSecond}) requires. Lower it if the server is always this slow.`,
    {isTransient: true},
  );

export const deadlinePassed = (place: string, deadlineMs: number): FetchFailed =>
  new FetchFailed(
    `The fetch from ${place} did not end within FETCH_DEADLINE_SECONDS (${deadlineMs / 1000}). What was downloaded is kept, and the next run resumes it. Raise the deadline if the server is always this slow.`,
  );
