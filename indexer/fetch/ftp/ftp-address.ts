import {decoded} from '../decoded.ts';

export type FtpAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Explicit TLS, but on the port that is kept for implicit TLS. */
  readonly secure: boolean | 'implicit';
  /** Below the folder that the login leads to, or from the root when it begins with a slash. */
  readonly folder: string;
  /** Unset where the address ends with a slash: then it names a folder. */
  readonly file: string | undefined;
  /** Without user and password. */
  readonly place: string;
};

const implicitPort = 990;

/** An address of the form of RFC 1738, where `/%2Ffolder/` begins at the root. */
export const ftpAddress = (url: URL): FtpAddress => {
  const [user, password, ...path] = [
    url.username,
    url.password,
    ...url.pathname.slice(1).split('/'),
  ].map(decoded);
  const file = path.pop() || undefined;
  const port = url.port === '' ? 21 : Number(url.port);
  const isImplicit = port === implicitPort;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    user: user || 'anonymous',
    password: password || 'anonymous@',
    secure: url.protocol === 'ftps:' && (isImplicit ? 'implicit' : true),
    folder: path.join('/'),
    file,
    place: `${url.protocol}//${url.host}`,
  };
};
