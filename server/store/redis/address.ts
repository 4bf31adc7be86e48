/* Parses the Redis addresses in `TAVLE_STORE`, for `open-store.ts` and the Redis store. Add a parameter of addresses to
 * `parsePrefix`, and a scheme to `redisSchemes`. Operators have written such addresses: keep them valid. No message may
 * contain a password. */

/** The schemes of Redis addresses in `TAVLE_STORE`. */
export const redisSchemes = [
  'redis:',
  'rediss:',
  'redis+cluster:',
  'rediss+cluster:',
  'redis+sentinel:',
  'rediss+sentinel:',
] as const;

/** The default ports of a Redis server and of a Sentinel. */
const defaultPort = {single: 6379, cluster: 6379, sentinel: 26379} as const;

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The credentials for Sentinels that require a password. */
export interface SentinelLogin {
  /** Default: the default user, whose password `requirepass` sets. */
  readonly username?: string | undefined;
  readonly password: string;
}

/** The hosts and credentials of Redis. */
export interface RedisAddress {
  readonly kind: 'single' | 'cluster' | 'sentinel';
  /** One server, some nodes of a cluster, or Sentinels. */
  readonly hosts: readonly Host[];
  /** The primary's name in the Sentinels' configuration; only with Sentinels. */
  readonly master: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Only with Sentinels that require a password. */
  readonly sentinelLogin: SentinelLogin | undefined;
  readonly tls: boolean;
  /** Default: 0; a cluster has no other. */
  readonly database: number;
  /** The prefix of all keys. Default: `tavle`. */
  readonly prefix: string;
}

/**
 * Parses one of
 *
 * - `redis://[user:password@]host[:port][/database]`
 * - `redis+cluster://[user:password@]host[:port],host[:port],…`
 * - `redis+sentinel://[user:password@]host[:port],host[:port],…/master[/database]`
 *
 * with `rediss` instead of `redis` for TLS, and an optional `?prefix=…` at the end. User, password and the primary's name (`master`) may contain percent escapes.
 *
 * @param sentinelLogin The credentials for the Sentinels. Those in the address are for the Redis servers. Default: none.
 * @throws {Error} that names the invalid part, without the password.
 */
export function parseRedisAddress(text: string, sentinelLogin?: SentinelLogin): RedisAddress {
  const [, secure, mode, credentials, hosts = '', path = '', query] =
    /^redis(s)?(?:\+(cluster|sentinel))?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(\?[^#]*)?$/.exec(
      text,
    ) ?? [];
  // An "@" in one of these parts follows a piece of a password, which messages must not contain.
  const [, ...fragment] = text.split('#');
  if ([path, query, ...fragment].some(part => part?.includes('@')))
    throw new Error('Write "/", "?", "#" and "@" in user and password as percent escapes.');
  if (!hosts) throw new Error('Write scheme://[user:password@]host:port.');
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
  if (name !== undefined) throw new Error(`"${name}" is unknown. The only parameter is prefix.`);
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
