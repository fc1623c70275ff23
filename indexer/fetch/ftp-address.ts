const implicitPort = 990;

/** Reads an address of the form of RFC 1738, where `/%2Ffolder/` begins at the root. */
export const ftpAddress = (url: URL) => {
  const path = url.pathname.slice(1).split('/').map(decodeURIComponent);
  // Unset where the address ends with a slash: then it names a folder.
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
