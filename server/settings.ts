import {bounds} from './bounds.ts';

export interface Setting {
  /** The name of its schema in `config.ts`, which loads packages: this module loads none, so that `tavle --help` is fast. */
  readonly schema: string;
  /** The value that counts if the variable is not set. */
  readonly default?: string | number;
  /** The effect if the variable is not set, in Markdown. Default: `default`, or `none`. */
  readonly defaultText?: string;
  /** The meaning, in Markdown for the manual. `tavle --help` prints it as plain text. */
  readonly text: string;
}

const megabyte = 1024 ** 2;

/** Every setting, in the order of the manual. */
export const settings = {
  TAVLE_HOST: {
    schema: 'text',
    default: '127.0.0.1',
    text: 'IP address or host to listen at. Not used on [a socket of systemd](../operate/install.md#restart-without-an-error)',
  },
  TAVLE_PORT: {
    schema: 'port',
    default: 8080,
    text: 'port to listen at; 0: any free one. Not used on a socket of systemd',
  },
  TAVLE_METRICS_PORT: {
    schema: 'metricsAddress',
    defaultText: 'none: `TAVLE_PORT`, for internal callers',
    text: 'port of [`/metrics`](../operate/monitor.md#metrics), over plain HTTP: `9090` at `TAVLE_HOST`, or with a host `127.0.0.1:9090`, `[::1]:9090`. `TAVLE_PORT` then has no metrics. Without it, loopback and private addresses read them at `TAVLE_PORT`, unless a proxy forwards the request',
  },
  TAVLE_PUBLIC_URL: {
    schema: 'url',
    defaultText: 'from host and port',
    text: 'the URL that clients use; every link to the service starts with it. Required when `TAVLE_HOST` is a wildcard (`0.0.0.0`, `::`). It can have a path, and must not have a query, a fragment, a user name or a password',
  },
  TAVLE_STORE: {
    schema: 'store',
    default: 'file:./data',
    text: '`file:DIRECTORY`, or [the address of a Redis](../operate/storage.md#the-address-of-a-redis)',
  },
  TAVLE_STORE_REPLICAS: {
    schema: 'replicas',
    default: 0,
    text: 'number of Redis replicas that must confirm each write',
  },
  TAVLE_STORE_SENTINEL_USER: {schema: 'optionalText', text: 'the user of Sentinels that have an access list'},
  TAVLE_STORE_SENTINEL_PASSWORD: {schema: 'optionalText', text: 'the password of Sentinels that require one'},
  TAVLE_PORTAL: {
    schema: 'portalFile',
    defaultText: 'required',
    text: 'path of [the portal file](portal-file.md)',
  },
  TAVLE_TLS_CERT: {
    schema: 'pem',
    defaultText: 'none: plain HTTP',
    text: "PEM file of the service's certificate and its chain",
  },
  TAVLE_TLS_KEY: {schema: 'pem', defaultText: 'none: plain HTTP', text: "PEM file of the certificate's key"},
  TAVLE_CLIENT_CA: {
    schema: 'bundle',
    defaultText: 'none: interfaces A, B and C return 401',
    text: 'PEM bundle of the root CAs and the issuing CAs of client certificates',
  },
  TAVLE_CLIENT_CERT_PROXIES: {
    schema: 'networks',
    text: 'IP addresses or CIDR blocks, separated by commas, of proxies that may send `Client-Cert`',
  },
  TAVLE_TOKEN_JWKS: {
    schema: 'keySet',
    defaultText: 'none: interfaces D and E return 401',
    text: "URL or file of the token issuer's key set",
  },
  TAVLE_TOKEN_ISSUER: {
    schema: 'optionalText',
    defaultText: 'required with `TAVLE_TOKEN_JWKS`',
    text: 'the required `iss` of tokens',
  },
  TAVLE_TOKEN_AUDIENCE: {
    schema: 'optionalText',
    defaultText: 'required with `TAVLE_TOKEN_JWKS`',
    text: 'the required `aud` of tokens',
  },
  TAVLE_TOKEN_OWNER_CLAIM: {
    schema: 'text',
    default: 'sub',
    text: 'the claim that identifies the person. Dots in a name also lead into nested objects',
  },
  TAVLE_TOKEN_CVR_CLAIM: {
    schema: 'text',
    default: 'https://data.gov.dk/model/core/eid/professional/cvr',
    text: 'the claim with the company that the person acts for, or a list of companies',
  },
  TAVLE_TOKEN_EDITOR_CLAIM: {
    schema: 'text',
    default: 'roles',
    text: "the claim with the roles of the person, a text or a list, by which [interface G](api-editorial.md) knows the portal's editors",
  },
  TAVLE_TOKEN_EDITOR_VALUE: {
    schema: 'text',
    default: 'tavle-redaktoer',
    text: 'the role that makes a person an editor',
  },
  TAVLE_ORIGINS: {schema: 'origins', text: 'origins allowed by CORS, separated by commas'},
  TAVLE_HSTS: {
    schema: 'onOff',
    default: 'on',
    text: '`off` leaves out `Strict-Transport-Security`, by which browsers use only HTTPS at the host of an `https:` `TAVLE_PUBLIC_URL` for a year: for a host whose other pages need plain HTTP, or a proxy that sends the header',
  },
  TAVLE_MAX_CONNECTIONS: {
    schema: 'amount',
    default: bounds.maxConnections,
    text: 'maximum open connections; further ones are closed. The limit of open files (`ulimit -n`) must be higher',
  },
  TAVLE_MAX_REQUESTS: {
    schema: 'amount',
    default: bounds.maxRequests,
    text: 'maximum requests in flight in the process; further ones get 503 at once. One caller gets a [share](../operate/monitor.md#overload-and-slow-clients) of it',
  },
  TAVLE_RATE_LIMIT: {
    schema: 'amountOrOff',
    default: bounds.maxRequestsPerMinute,
    text: 'requests that a person (owner claim) or an organisation (CVR number of the certificate) may send to each process in a minute, or `off`; one more gets 429. A system that sends one request after the other stays below the default',
  },
  TAVLE_PUBLIC_RATE_LIMIT: {
    schema: 'amountOrOff',
    default: bounds.maxPublicRequestsPerMinute,
    text: 'requests of interface F (published forms) that one IP address may send to each process in a minute, or `off`; one more gets 429. Behind a proxy, all come from its IP address: set `off` and limit them there',
  },
  TAVLE_MAX_SUPPLIER_MB: {
    schema: 'megabytesOrOff',
    default: bounds.maxSupplierBytes / megabyte,
    text: 'maximum megabytes (1,048,576 bytes) of form variants of a supplier, or `off`; beyond it a write gets 403',
  },
  TAVLE_MAX_AUTHORITY_MB: {
    schema: 'megabytesOrOff',
    default: bounds.maxAuthorityBytes / megabyte,
    text: 'maximum megabytes of deadlines of an authority, with their recipients and idempotency keys, or `off`; beyond it a write gets 403',
  },
  TAVLE_CVR_CHECK: {
    schema: 'onOff',
    default: 'on',
    text: '`off` accepts any eight digits, for test environments with CVR numbers that break the modulus 11 rule',
  },
  TAVLE_AUDIT: {
    schema: 'optionalText',
    defaultText: '`audit.jsonl` in the directory of an embedded store; `stdout` with Redis',
    text: 'destination of [the audit log](../operate/audit.md): the path of a file, `stdout`, or `off`',
  },
  TAVLE_LOG_LEVEL: {
    schema: 'logLevel',
    default: 'info',
    text: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  },
  TAVLE_LOG_FORMAT: {
    schema: 'logFormat',
    defaultText: '`text` on a terminal, otherwise `json`',
    text: '`json`: one JSON object per line; `text`: one line for people',
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

/** The settings of commands that open the store. */
export const storeSettingNames = [
  'TAVLE_STORE',
  'TAVLE_STORE_REPLICAS',
  'TAVLE_STORE_SENTINEL_USER',
  'TAVLE_STORE_SENTINEL_PASSWORD',
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
