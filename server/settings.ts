import {bounds} from './bounds.ts';

/* The table of settings, for the manual, `tavle --help` and `config.ts`. Add a setting to `settings`, and its schema to
 * `config.ts`; then run `npm run docs`. The names are public. This module must load no packages, so that `tavle --help`
 * is fast. */

export interface Setting {
  /** The value if the variable is not set. */
  readonly default?: string | number;
  /** The effect if the variable is not set, in Markdown. Default: the value of `default`, or `none`. */
  readonly defaultText?: string;
  /** The meaning, in Markdown for the manual, with links relative to `docs/reference/`. `tavle --help` prints it as plain text. */
  readonly text: string;
}

const megabyte = 1024 ** 2;

/** Every setting, in the order of the manual: `npm run docs` writes the table of `docs/reference/settings.md`. The names are public. */
export const settings = {
  TAVLE_HOST: {
    default: '127.0.0.1',
    text: 'IP address or host name to listen on. Ignored with [a systemd socket](../operate/install.md#restart-without-an-error)',
  },
  TAVLE_PORT: {default: 8080, text: 'port to listen on; `0`: any free port. Ignored with a systemd socket'},
  TAVLE_METRICS_PORT: {
    defaultText: 'none: internal clients read `/metrics` at `TAVLE_PORT`',
    text: 'separate port for [`/metrics`](../operate/monitor.md#metrics), over plain HTTP. `9090` means port 9090 of `TAVLE_HOST`. `127.0.0.1:9090` and `[::1]:9090` set another address',
  },
  TAVLE_PUBLIC_URL: {
    defaultText: 'from host and port',
    text: 'URL that clients use. Links to the service begin with it. Required if `TAVLE_HOST` is a wildcard (`0.0.0.0`, `::`). It can have a path, but no query, fragment, user name or password',
  },
  TAVLE_STORE: {
    default: 'file:./data',
    text: '`file:DIRECTORY`, or [the address of a Redis](../operate/storage.md#the-address-of-a-redis)',
  },
  TAVLE_STORE_FILE: {
    text: 'file with the value of `TAVLE_STORE`, in place of that setting. On SIGHUP, the service reads [a new password](../operate/storage.md#change-the-password) from the file',
  },
  TAVLE_STORE_REPLICAS: {
    default: 0,
    text: 'number of Redis [replicas](../operate/storage.md#redis-configuration) that must confirm each write',
  },
  TAVLE_STORE_SENTINEL_USER: {text: 'user name for the Redis Sentinels'},
  TAVLE_STORE_SENTINEL_PASSWORD: {text: 'password for the Redis Sentinels'},
  TAVLE_STORE_SENTINEL_PASSWORD_FILE: {
    text: 'file with the value of `TAVLE_STORE_SENTINEL_PASSWORD`, in place of that setting. On SIGHUP, the service reads the file again',
  },
  TAVLE_PORTAL: {defaultText: 'required', text: 'path of [the portal file](portal-file.md)'},
  TAVLE_TLS_CERT: {
    defaultText: 'none: plain HTTP',
    text: 'PEM file with the TLS certificate of the service and its chain',
  },
  TAVLE_TLS_KEY: {defaultText: 'none: plain HTTP', text: 'PEM file with the private key of `TAVLE_TLS_CERT`'},
  TAVLE_CLIENT_CA: {
    defaultText: 'none: Municipal forms (A), State forms (B) and Deadlines (C) return 401',
    text: 'PEM file with the root CAs and the issuing CAs of [client certificates](../operate/configure.md#client-certificates)',
  },
  TAVLE_CLIENT_CERT_PROXIES: {
    text: 'IP addresses or CIDR blocks of [proxies](../operate/proxies.md) that send `Client-Cert`, separated by commas. Not `0.0.0.0/0` or `::/0`',
  },
  TAVLE_TOKEN_JWKS: {
    defaultText: 'none: Dashboard (D), Calendar (E) and Editors (G) return 401',
    text: 'URL or file of the key set (JWKS) of the token issuer. The URL has no user name, password or query, because logs name it',
  },
  TAVLE_TOKEN_ISSUER: {defaultText: 'required with `TAVLE_TOKEN_JWKS`', text: 'required `iss` of tokens'},
  TAVLE_TOKEN_AUDIENCE: {defaultText: 'required with `TAVLE_TOKEN_JWKS`', text: 'required `aud` of tokens'},
  TAVLE_TOKEN_OWNER_CLAIM: {
    default: 'sub',
    text: 'claim that identifies the person. A dot selects a field of a nested object, unless the token has a claim with the whole name',
  },
  TAVLE_TOKEN_CVR_CLAIM: {
    default: 'https://data.gov.dk/model/core/eid/professional/cvr',
    text: 'claim with the CVR number of the company that the person acts for, or an array of CVR numbers',
  },
  TAVLE_TOKEN_NAME_CLAIM: {
    default: 'name',
    text: 'claim with the name of the person, which the service stores with a deadline that the person hides or marks as done. Colleagues can see the name',
  },
  TAVLE_TOKEN_EDITOR_CLAIM: {
    default: 'roles',
    text: 'claim with the roles of the person, a string or a list. [Editors (G)](api-editorial.md) requires the role of editors',
  },
  TAVLE_TOKEN_EDITOR_VALUE: {default: 'tavle-redaktoer', text: 'role of editors'},
  TAVLE_SMTP_URL: {
    defaultText: 'none: the service sends no mails',
    text: 'mail server for [mails before deadlines](../operate/mail.md): `smtp://USER:PASSWORD@HOST:587` or `smtps://…`. `smtp://` requires STARTTLS, unless the host is this machine',
  },
  TAVLE_MAIL_FROM: {
    defaultText: 'required with `TAVLE_SMTP_URL`',
    text: 'sender of mails: an address, or `Name <address>`',
  },
  TAVLE_MAIL_HOUR: {default: 8, text: 'hour of the day, 0 to 19 in Danish time, from which mails are sent'},
  TAVLE_MAIL_RATE: {default: 200, text: 'maximum number of mails that each process sends in a minute'},
  TAVLE_ORIGINS: {text: 'origins of the pages that use the service (CORS), separated by commas'},
  TAVLE_HSTS: {
    default: 'on',
    text: '`off`: do not send `Strict-Transport-Security`, because the proxy sends it or other pages of the host need plain HTTP',
  },
  TAVLE_SECURITY_CONTACT: {
    text: 'where to report vulnerabilities: `mailto:security@example.dk`, or an `https:` URL. `/.well-known/security.txt` ([RFC 9116](https://www.rfc-editor.org/rfc/rfc9116)) names it',
  },
  TAVLE_MAX_CONNECTIONS: {
    default: bounds.maxConnections,
    text: 'maximum number of open connections. At the maximum, a new connection replaces an idle one of the network with the most connections. If none is idle, the new one is closed. `ulimit -n` must be higher than this number, as it is by default with systemd',
  },
  TAVLE_MAX_REQUESTS: {
    default: bounds.maxRequests,
    text: 'maximum number of requests in flight. Above it, requests get 503. One caller can use only [a share](../operate/monitor.md#overload-and-slow-clients)',
  },
  TAVLE_RATE_LIMIT: {
    default: bounds.maxRequestsPerMinute,
    text: 'maximum number of requests that each process accepts from one person or organisation in a minute, or `off`. Above it, requests get 429. A client that sends one request at a time usually stays below the default',
  },
  TAVLE_PUBLIC_RATE_LIMIT: {
    default: bounds.maxPublicRequestsPerMinute,
    text: 'maximum number of requests of Published forms (F) that each process accepts from one IP address in a minute, or `off`. Above it, requests get 429. The address of [a proxy](../operate/proxies.md#settings-for-any-proxy) is not counted',
  },
  TAVLE_MAX_SUPPLIER_MB: {
    default: bounds.maxSupplierBytes / megabyte,
    text: '[quota](../operate/data.md#storage-per-organisation) of a supplier for form variants, in megabytes (1,048,576 bytes), or `off`. Above it, writes that need more space get 403',
  },
  TAVLE_MAX_AUTHORITY_MB: {
    default: bounds.maxAuthorityBytes / megabyte,
    text: 'quota of an authority for deadlines with their recipients and idempotency keys, in megabytes, or `off`. Above it, writes that need more space get 403',
  },
  TAVLE_CVR_CHECK: {
    default: 'on',
    text: '`off`: accept any eight digits, for test CVR numbers without a valid check digit (modulus 11)',
  },
  TAVLE_AUDIT: {
    defaultText: 'with LMDB, `audit.jsonl` in the directory of the store; with Redis, `stdout`',
    text: 'destination of [the audit log](../operate/audit.md): a file, `stdout`, or `off`',
  },
  TAVLE_LOG_LEVEL: {
    default: 'info',
    text: 'minimum level of log lines: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  },
  TAVLE_LOG_FORMAT: {
    defaultText: '`text` on a terminal, otherwise `json`',
    text: '`json`, or `text` for reading in a terminal. If it is set to `json`, the line `tavle ready` is JSON too',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** Describes each setting in Markdown. */
export const settingDescriptions = Object.fromEntries(
  Object.entries<Setting>(settings).map(([name, {default: value, defaultText = 'none', text}]) => [
    name,
    {defaultText: value === undefined ? defaultText : `\`${value}\``, description: text},
  ]),
) as Readonly<Record<SettingName, {readonly defaultText: string; readonly description: string}>>;

/** Settings with a password. The setting with the suffix `_FILE` can name a file with the value instead. */
export const settingsInFiles = ['TAVLE_STORE', 'TAVLE_STORE_SENTINEL_PASSWORD'] as const;

/** The settings of commands that open the store. */
export const storeSettingNames = [
  'TAVLE_STORE',
  'TAVLE_STORE_FILE',
  'TAVLE_STORE_REPLICAS',
  'TAVLE_STORE_SENTINEL_USER',
  'TAVLE_STORE_SENTINEL_PASSWORD',
  'TAVLE_STORE_SENTINEL_PASSWORD_FILE',
] as const satisfies readonly SettingName[];

/** The settings that describe tokens. */
export const tokenSettingNames = [
  'TAVLE_TOKEN_JWKS',
  'TAVLE_TOKEN_ISSUER',
  'TAVLE_TOKEN_AUDIENCE',
  'TAVLE_TOKEN_OWNER_CLAIM',
  'TAVLE_TOKEN_CVR_CLAIM',
  'TAVLE_TOKEN_NAME_CLAIM',
] as const satisfies readonly SettingName[];

/** Removes Markdown links and code marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll('`', '');
}

/** Lists every problem of the settings and of the files that they name, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
