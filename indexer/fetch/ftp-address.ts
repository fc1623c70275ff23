export type FtpAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** TLS, implicit on the port reserved for it. */
  readonly secure: boolean | 'implicit';
  /** Relative to the folder of the login, or absolute when it begins with a slash. */
  readonly folder: string;
  /** Unset where the address ends with a slash: then it names a folder. */
  readonly file: string | undefined;
  /** Without user and password. */
  readonly place: string;
};

const implicitPort = 990;

/** Reads an address of the form of RFC 1738, where `/%2Ffolder/` begins at the root. */
export const ftpAddress = (url: URL): FtpAddress => {
  const path = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const file = path.pop() || undefined;
  const port = url.port === '' ? 21 : Number(url.port);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    user: decodeURIComponent(url.username) || 'anonymous',
    password: decodeURIComponent(url.password) || 'anonymous@',
    secure: url.protocol === 'ftps:' && (port === implicitPort ? 'implicit' : true),
    folder: path.join('/'),
    file,
    place: `${url.protocol}//${url.host}`,
  };
};
