import {connectionFailure, silence} from '../connection-failure.ts';
import {FetchFailed, RemoteChanged} from '../fetch-failed.ts';
import {isSameVersion, type RemoteFile, type Source} from '../remote-file.ts';
import {fileOf, startOf} from './http-file.ts';
import {get, type HttpAnswer} from './http-request.ts';
import {stallWatch} from './stall-watch.ts';

/** One file at an http or https address. */
export const httpSource = (address: URL, stallMs: number): Source => {
  const place = address.origin;

  /** What ended a request: the operator, silence, or the connection. */
  const understood = (error: unknown, signal: AbortSignal, stalled: AbortSignal): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof FetchFailed || error instanceof RemoteChanged) return error;
    return stalled.aborted ? silence(place, stallMs, error) : connectionFailure(place, error);
  };

  /** HEAD is what not every server answers, or answers alike. So the file is asked for, and left. */
  const newest = async (signal: AbortSignal): Promise<RemoteFile> => {
    using watch = stallWatch(stallMs);
    try {
      const answer = await get(address, {}, AbortSignal.any([signal, watch.signal]));
      answer.body.destroy();
      if (answer.status !== 200) throw refusal(answer.status, place);
      return fileOf(answer);
    } catch (error) {
      throw understood(error, signal, watch.signal);
    }
  };

  return {
    place,
    newest,
    again: (_, signal) => newest(signal),
    async *read(file, from, signal) {
      using watch = stallWatch(stallMs);
      const leave = new AbortController();
      try {
        const either = AbortSignal.any([signal, watch.signal, leave.signal]);
        const answer = await get(address, rangeFrom(file, from), either);
        let at = beginning(answer, file, from, place);
        for await (const bytes of answer.body) {
          // Time that the disk takes is not the server's.
          watch.heard();
          yield {at, bytes};
          at += bytes.length;
          watch.wait();
        }
      } catch (error) {
        throw understood(error, signal, watch.signal);
      } finally {
        leave.abort();
      }
    },
  };
};

/**
 * A range is asked for only of the version that was begun; of another one, the server sends the whole.
 * A weak entity tag is no proof that two files are the same byte by byte (RFC 9110, 13.1.5).
 */
const rangeFrom = (
  {entityTag, modifiedAt}: RemoteFile,
  from: number,
): Readonly<Record<string, string>> => {
  const isStrong = entityTag !== null && !entityTag.startsWith('W/');
  const validator = isStrong ? entityTag : modifiedAt && new Date(modifiedAt).toUTCString();
  if (from === 0 || validator === null) return {};
  return {range: `bytes=${from}-`, 'if-range': validator};
};

const beginning = (answer: HttpAnswer, file: RemoteFile, from: number, place: string): number => {
  const {status} = answer;
  if (status !== 200 && status !== 206) throw refusal(status, place);
  const start = startOf(answer);
  if (!isSameVersion({...fileOf(answer), name: file.name}, file)) {
    throw new RemoteChanged(`${file.name} changed at ${place} while it was fetched.`);
  }
  if (start !== 0 && start !== from) {
    throw new FetchFailed(`${place} sent another part of the file than was asked for.`);
  }
  return start;
};

const busy = [408, 425, 429];

const refusal = (status: number, place: string): FetchFailed => {
  if (status === 401 || status === 403) {
    return new FetchFailed(
      `${place} did not let us in (${status}). Check EXTRACT_URL, and the user and password in it.`,
    );
  }
  if (status === 404 || status === 410) {
    return new FetchFailed(`${place} has no such file (${status}). Check the path in EXTRACT_URL.`);
  }
  const mayPass = status >= 500 || busy.includes(status);
  return new FetchFailed(`${place} answered ${status}. Try again later.`, {mayPass});
};
