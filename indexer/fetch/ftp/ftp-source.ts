import {PassThrough} from 'node:stream';
import {Client, type FileInfo, FTPError} from 'basic-ftp';
import {newestFirst} from '#core/domain/extract-name.ts';
import {connectionFailure, silence} from '../connection-failure.ts';
import {FetchFailed, RemoteChanged} from '../fetch-failed.ts';
import type {Piece, RemoteFile, Source} from '../remote-file.ts';
import {type FtpAddress, ftpAddress} from './ftp-address.ts';

/**
 * A folder of extracts on an FTP server, or one file there. Each question has a connection of its own:
 * these servers drop one that was idle, and a broken one cannot be used again.
 */
export const ftpSource = (url: URL, stallMs: number): Source => {
  const address = ftpAddress(url);
  const {place} = address;

  const connected = async (signal: AbortSignal): Promise<Disposable & {readonly ftp: Client}> => {
    signal.throwIfAborted();
    const ftp = new Client(stallMs);
    const close = () => ftp.close();
    signal.addEventListener('abort', close, {once: true});
    const connection = {
      ftp,
      [Symbol.dispose]: () => {
        signal.removeEventListener('abort', close);
        close();
      },
    };
    try {
      await enter(ftp, address);
      return connection;
    } catch (error) {
      connection[Symbol.dispose]();
      throw error;
    }
  };

  const understood = (error: unknown, signal: AbortSignal): unknown =>
    signal.aborted ? signal.reason : toFailure(error, place, stallMs);

  const ask = async <Answer>(signal: AbortSignal, question: (ftp: Client) => Promise<Answer>) => {
    try {
      using connection = await connected(signal);
      return await question(connection.ftp);
    } catch (error) {
      throw understood(error, signal);
    }
  };

  return {
    place,
    newest: signal =>
      ask(signal, async ftp => {
        const name = address.file ?? newestFirst((await ftp.list()).filter(isFile).map(toName))[0];
        if (name === undefined) throw noExtract(address);
        return await described(ftp, name);
      }),
    again: ({name}, signal) =>
      ask(signal, ftp => described(ftp, name)).catch(error => {
        throw isGone(error) ? new RemoteChanged(`${name} is gone.`, {cause: error}) : error;
      }),
    async *read({name}, from, signal) {
      try {
        using connection = await connected(signal);
        yield* downloaded(connection.ftp, name, from);
      } catch (error) {
        throw understood(error, signal);
      }
    },
  };
};

const isFile = (entry: FileInfo) => !entry.isDirectory;
const toName = (entry: FileInfo) => entry.name;

const enter = async (ftp: Client, {folder, ...access}: FtpAddress): Promise<void> => {
  await ftp.access(access);
  if (folder !== '') await ftp.cd(folder);
};

/** SIZE and MDTM are extensions: a server that knows neither still has the file. */
const described = async (ftp: Client, name: string): Promise<RemoteFile> => ({
  name,
  size: await orUnknown(ftp.size(name)),
  modifiedAt: (await orUnknown(ftp.lastMod(name)))?.toISOString() ?? null,
  entityTag: null,
});

const unknownCommand = [500, 501, 502, 504];

const orUnknown = async <Value>(answer: Promise<Value>): Promise<Value | null> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FTPError && unknownCommand.includes(error.code)) return null;
    throw error;
  }
};

async function* downloaded(ftp: Client, name: string, from: number): AsyncGenerator<Piece> {
  const pipe = new PassThrough();
  const download = ftp.downloadTo(pipe, name, from);
  // It is waited for below; until then its failure must not count as unhandled.
  download.catch(() => {});
  let at = from;
  try {
    for await (const bytes of pipe) {
      yield {at, bytes};
      at += bytes.length;
    }
    await download;
  } catch (error) {
    if (from === 0 || at > from || !isRestartRefused(error)) throw error;
    yield* downloaded(ftp, name, 0);
  }
}

const isRestartRefused = (error: unknown): boolean =>
  error instanceof FTPError && [...unknownCommand, 503, 554].includes(error.code);

const isGone = (error: unknown): boolean =>
  error instanceof FetchFailed && error.cause instanceof FTPError && error.cause.code === 550;

const toFailure = (error: unknown, place: string, stallMs: number): Error => {
  if (error instanceof FetchFailed || error instanceof RemoteChanged) return error;
  if (error instanceof FTPError) return refusal(error, place);
  if (error instanceof Error && /timeout/i.test(error.message)) {
    return silence(place, stallMs, error);
  }
  return connectionFailure(place, error);
};

const refusal = (cause: FTPError, place: string): FetchFailed => {
  const {code} = cause;
  if (code === 530 || code === 430 || code === 332) {
    return new FetchFailed(
      `${place} did not let us in (${code}). Check user and password in EXTRACT_URL; without them the login is anonymous.`,
      {cause},
    );
  }
  if (code === 550) {
    return new FetchFailed(
      `${place} has no such folder or file (550). Check the path in EXTRACT_URL; that of a folder ends with a slash.`,
      {cause},
    );
  }
  const mayPass = code < 500;
  const advice = mayPass ? 'Try again later.' : 'Ask whoever runs the server.';
  return new FetchFailed(`${place} answered ${code}. ${advice}`, {cause, mayPass});
};

const noExtract = ({place, folder}: FtpAddress): FetchFailed =>
  new FetchFailed(
    `There is no ESStatistikListeModtag-YYYYMMDD-HHMMSS.zip in ${place}/${folder}. Check the folder in EXTRACT_URL.`,
  );
