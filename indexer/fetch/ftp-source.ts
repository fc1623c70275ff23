import {PassThrough} from 'node:stream';
import {Client, type FileInfo, FTPError} from 'basic-ftp';
import {newestFirst} from '#core/domain/extract-name.ts';
import {
  type Chunk,
  connectionFailed,
  FetchFailed,
  RemoteChanged,
  type RemoteFile,
  type Source,
  stalled,
} from './source.ts';

/**
 * A folder of extracts on an FTP server, or one file there. Each operation opens a connection of its
 * own: these servers drop an idle one, and basic-ftp cannot reuse a broken one.
 */
export const ftpSource = (url: URL, stallMs: number, signal: AbortSignal): Source => {
  const {place, folder, file, access} = ftpAddress(url);

  const toFailure = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof FetchFailed) return error;
    if (error instanceof FTPError) return refusal(error, place);
    const isTimeout = error instanceof Error && /timeout/i.test(error.message);
    return isTimeout ? stalled(place, stallMs, error) : connectionFailed(place, error);
  };

  const connect = async () => {
    signal.throwIfAborted();
    const ftp = new Client(stallMs);
    const close = () => {
      signal.removeEventListener('abort', close);
      ftp.close();
    };
    signal.addEventListener('abort', close);
    try {
      await ftp.access(access);
      if (folder !== '') await ftp.cd(folder);
      return {ftp, close};
    } catch (error) {
      close();
      throw toFailure(error);
    }
  };

  const ask = async <Answer>(question: (ftp: Client) => Promise<Answer>) => {
    const {ftp, close} = await connect();
    try {
      return await question(ftp);
    } catch (error) {
      throw toFailure(error);
    } finally {
      close();
    }
  };

  return {
    place,
    newest: () =>
      ask(async ftp => {
        const name = file ?? newestFirst(fileNames(await ftp.list()))[0];
        if (name !== undefined) return await described(ftp, name);
        throw new FetchFailed(
          `There is no ESStatistikListeModtag-YYYYMMDD-HHMMSS.zip in ${place}/${folder}. Check the folder in EXTRACT_URL.`,
        );
      }),
    again: ({name}) =>
      ask(ftp => described(ftp, name)).catch(error => {
        throw isGone(error)
          ? new RemoteChanged(`${name} no longer exists at ${place}.`, {cause: error})
          : error;
      }),
    async *read({name}, from) {
      const {ftp, close} = await connect();
      try {
        yield* downloaded(ftp, name, from);
      } catch (error) {
        throw toFailure(error);
      } finally {
        close();
      }
    },
  };
};

const implicitPort = 990;

/** Reads an address of the form of RFC 1738, where `/%2Ffolder/` begins at the root. */
const ftpAddress = (url: URL) => {
  const path = url.pathname.slice(1).split('/').map(decodeURIComponent);
  // Undefined if the address ends with a slash: then it names a folder.
  const file = path.pop() || undefined;
  const port = url.port === '' ? 21 : Number(url.port);
  // TLS is explicit except on the port reserved for implicit TLS.
  const tls = port === implicitPort ? ('implicit' as const) : true;
  return {
    /** The options of basic-ftp's `access`. */
    access: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port,
      user: decodeURIComponent(url.username) || 'anonymous',
      password: decodeURIComponent(url.password) || 'anonymous@',
      secure: url.protocol === 'ftps:' && tls,
    },
    /** Relative to the folder of the login, or absolute when it begins with a slash. */
    folder: path.join('/'),
    file,
    /** Without user and password. */
    place: `${url.protocol}//${url.host}`,
  };
};

const fileNames = (entries: readonly FileInfo[]) =>
  entries.filter(({isDirectory}) => !isDirectory).map(({name}) => name);

/** SIZE and MDTM are optional extensions of FTP. */
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

async function* downloaded(ftp: Client, name: string, from: number): AsyncGenerator<Chunk> {
  const pipe = new PassThrough();
  const download = ftp.downloadTo(pipe, name, from);
  // It is awaited below; until then its rejection must not count as unhandled.
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

const refusal = (cause: FTPError, place: string): FetchFailed => {
  const {code} = cause;
  if (code === 530 || code === 430 || code === 332) {
    return new FetchFailed(
      `Login to ${place} failed (${code}). Check the user and password in EXTRACT_URL; without them the login is anonymous.`,
      {cause},
    );
  }
  if (code === 550) {
    return new FetchFailed(
      `${place} has no such folder or file (550). Check the path in EXTRACT_URL; the path of a folder ends with a slash.`,
      {cause},
    );
  }
  const isTransient = code < 500;
  const advice = isTransient ? 'Try again later.' : 'Contact the operator of the server.';
  return new FetchFailed(`${place} answered ${code}. ${advice}`, {cause, isTransient});
};
