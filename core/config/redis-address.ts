type Host = {readonly host: string; readonly port: number};

type Login = {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
};

/** Of the Sentinels, which have users and passwords of their own. */
type SentinelLogin = {readonly sentinelUsername?: string; readonly sentinelPassword?: string};

/** One Redis server, the master that Sentinels name, or a cluster. */
export type RedisAddress =
  | {readonly kind: 'server'; readonly url: string}
  | (Login & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly Host[];
      readonly master: string;
      readonly database: number;
      readonly sentinelLogin: SentinelLogin;
    })
  | (Login & {readonly kind: 'cluster'; readonly nodes: readonly Host[]});

const multiHostUrl =
  /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;

/** The text that a percent-encoded one stands for; undefined when its encoding is invalid. */
export const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** User and password of a URL; undefined when their percent-encoding is invalid. */
const loginOf = (user: string): Omit<Login, 'tls'> | undefined => {
  const parts = user.split(/:(.*)/s).map(decoded);
  const [username, password] = parts;
  if (parts.includes(undefined)) return undefined;
  return {username: username || undefined, password: password || undefined};
};

const hostOf = (text: string, usualPort: number): Host | undefined => {
  const url = URL.parse(`redis://${text}`);
  if (!url?.hostname || url.host !== text) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPort : Number(url.port),
  };
};

const hostsOf = (text: string, usualPort: number): readonly Host[] => {
  const hosts = text.split(',').map(host => hostOf(host.trim(), usualPort));
  return hosts.every(host => host !== undefined) ? hosts : [];
};

/** The parameters of a query; undefined when it has others, or one without a valid value. */
const sentinelLoginOf = (query: string): SentinelLogin | undefined => {
  const pairs = query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => pair.split(/=(.*)/s).map(decoded));
  const isLogin = pairs.every(
    ([name, value]) => /^sentinel(Username|Password)$/.test(name ?? '') && value,
  );
  return isLogin ? Object.fromEntries(pairs) : undefined;
};

const loginRule = 'must have its user and password percent-encoded';

const hostsRule = 'must name its hosts as host:port, separated by commas';

/** Parses `REDIS_URL`; returns a text if it is invalid: the rule that it breaks. */
export const readRedisAddress = (text: string): RedisAddress | string => {
  const url = URL.parse(text);
  if (url && ['redis:', 'rediss:'].includes(url.protocol)) {
    if (decoded(`${url.username}:${url.password}`) === undefined) return loginRule;
    // The client crashes at one that is no number, and reads only the first digits of others.
    if (/^(?:\/\d{0,4})?$/.test(url.pathname)) return {kind: 'server', url: url.href};
    return 'must end with the number of a database, or without one';
  }
  const [, scheme, kind, userInfo = '', hosts = '', path = '', query = ''] =
    multiHostUrl.exec(text) ?? [];
  if (scheme === undefined) {
    return 'must be a redis:// or rediss:// URL of one host, or a redis+sentinel:// or redis+cluster:// URL, with its user and password percent-encoded';
  }
  const user = loginOf(userInfo);
  if (user === undefined) return loginRule;
  const login = {...user, tls: scheme === 'rediss'};
  if (kind === 'cluster') {
    const nodes = hostsOf(hosts, 6379);
    if (path !== '') return 'must not name a database: a cluster has only one';
    if (query !== '') return 'must have no query: that of a cluster has no meaning';
    return nodes.length === 0 ? hostsRule : {kind, nodes, ...login};
  }
  const sentinels = hostsOf(hosts, 26379);
  const [, master, database = '0'] = /^([\w.-]+)(?:\/(\d{1,4}))?$/.exec(path) ?? [];
  if (sentinels.length === 0) return hostsRule;
  if (master === undefined) {
    return 'must end with the name of the master, as in redis+sentinel://host:26379,host:26379/mymaster';
  }
  const sentinelLogin = sentinelLoginOf(query);
  if (sentinelLogin === undefined) {
    return 'must have only sentinelUsername=… and sentinelPassword=…, percent-encoded, after its ?';
  }
  return {kind: 'sentinel', sentinels, master, database: Number(database), sentinelLogin, ...login};
};
