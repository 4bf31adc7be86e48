/** The schemes of Redis addresses, as `TAVLE_STORE` takes them. */
export const redisSchemes = [
  'redis:',
  'rediss:',
  'redis+cluster:',
  'rediss+cluster:',
  'redis+sentinel:',
  'rediss+sentinel:',
] as const;

/** The usual ports of a Redis server and of a Sentinel. */
const defaultPort = {single: 6379, cluster: 6379, sentinel: 26379} as const;

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** As whom Sentinels are asked that ask for a password themselves. */
export interface SentinelLogin {
  /** Default: the user whom `requirepass` is for. */
  readonly username?: string | undefined;
  readonly password: string;
}

/** Where Redis is, and how to get in. */
export interface RedisAddress {
  readonly kind: 'single' | 'cluster' | 'sentinel';
  /** Of one server; some of a cluster's nodes; or Sentinels. */
  readonly hosts: readonly Host[];
  /** The name by which the Sentinels know the master; only with them. */
  readonly master: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Only with Sentinels that ask for a password. */
  readonly sentinelLogin: SentinelLogin | undefined;
  readonly tls: boolean;
  /** Default: 0; a cluster has no other. */
  readonly database: number;
  /** What all keys begin with. Default: `tavle`. */
  readonly prefix: string;
}

/**
 * Reads one of
 *
 * - `redis://[user:password@]host[:port][/database]`
 * - `redis+cluster://[user:password@]host[:port],host[:port],…`
 * - `redis+sentinel://[user:password@]host[:port],host[:port],…/master[/database]`
 *
 * with `rediss` in place of `redis` for TLS, and `?prefix=…` at the end of any. User, password and the master's name may
 * hold percent escapes.
 *
 * @param sentinelLogin User and password are those of the Redis servers; this is what the Sentinels want. Default: nothing.
 * @throws {Error} that says which part is wrong, without the password.
 */
export function parseRedisAddress(text: string, sentinelLogin?: SentinelLogin): RedisAddress {
  const [, secure, mode, credentials, hosts = '', path = '', query] =
    /^redis(s)?(?:\+(cluster|sentinel))?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(\?[^#]*)?$/.exec(
      text,
    ) ?? [];
  if (!hosts) throw new Error('Write scheme://[user:password@]host:port.');
  // The rest of a password, then, which no message may show.
  if (`${path}${query ?? ''}`.includes('@'))
    throw new Error('Write "/", "?" and "@" in user and password as percent escapes.');
  const kind = (mode ?? 'single') as RedisAddress['kind'];
  return {
    kind,
    hosts: parseHosts(hosts, kind),
    ...parsePath(path, kind),
    ...parseCredentials(credentials),
    sentinelLogin,
    tls: secure !== undefined,
    prefix: parsePrefix(query),
  };
}

function parseHosts(list: string, kind: RedisAddress['kind']): Host[] {
  const hosts = list.split(',').map(entry => {
    const url = URL.canParse(`redis://${entry}`) ? new URL(`redis://${entry}`) : undefined;
    if (!url?.hostname || url.host !== entry.toLowerCase()) {
      throw new Error(`"${entry}" is not a host:port.`);
    }
    const port = url.port === '' ? defaultPort[kind] : Number(url.port);
    return {host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port};
  });
  if (kind === 'single' && hosts.length > 1) {
    throw new Error('Several hosts need redis+cluster:// or redis+sentinel://.');
  }
  return hosts;
}

function parsePath(path: string, kind: RedisAddress['kind']): Pick<RedisAddress, 'master' | 'database'> {
  const segments = path === '' ? [] : path.split('/');
  const master = kind === 'sentinel' ? decode(segments.shift() ?? '') : undefined;
  if (master === '') throw new Error('Name the master after the hosts: …/master.');
  const [database = '0', ...more] = segments;
  if (kind === 'cluster' && segments.length) throw new Error('A cluster has no databases.');
  if (!/^\d{1,4}$/.test(database) || more.length)
    throw new Error(`"${segments.join('/')}" is not a database number.`);
  return {master, database: Number(database)};
}

function parseCredentials(text = ''): Pick<RedisAddress, 'username' | 'password'> {
  const colon = text.indexOf(':');
  const [username, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return {username: decode(username) || undefined, password: decode(password) || undefined};
}

function parsePrefix(query: string | undefined): string {
  const {prefix = 'tavle', ...unknown} = Object.fromEntries(new URLSearchParams(query));
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new Error(`"${name}" is not known; only prefix is.`);
  if (!/^[\w.-]{1,100}$/.test(prefix)) throw new Error('A prefix has letters, digits, ".", "_" and "-".');
  return prefix;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('A percent escape is broken.');
  }
}
