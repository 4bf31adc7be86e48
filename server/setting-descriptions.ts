import type {Settings} from './settings.ts';

export type SettingName = keyof Settings;

interface SettingDescription {
  /** The default, or the effect of its absence, in Markdown. */
  readonly defaultText: string;
  /** In Markdown for the manual. `tavle --help` prints it as plain text. */
  readonly description: string;
}

/** Describes each setting, in the order of the manual. Imports nothing, so that `tavle --help` is fast. */
export const settingDescriptions: Readonly<Record<SettingName, SettingDescription>> = {
  TAVLE_HOST: {
    defaultText: '`127.0.0.1`',
    description:
      'IP address or host to listen at. Not used on [a socket of systemd](../operate/install.md#restart-without-an-error)',
  },
  TAVLE_PORT: {
    defaultText: '`8080`',
    description: 'port to listen at; 0: any free one. Not used on a socket of systemd',
  },
  TAVLE_METRICS_PORT: {
    defaultText: 'none: `TAVLE_PORT`, for internal callers',
    description:
      'port of [`/metrics`](../operate/monitor.md#metrics), over plain HTTP: `9090` at `TAVLE_HOST`, or with a host `127.0.0.1:9090`, `[::1]:9090`. `TAVLE_PORT` then has no metrics. Without it, loopback and private addresses read them at `TAVLE_PORT`, unless a proxy forwards the request',
  },
  TAVLE_PUBLIC_URL: {
    defaultText: 'from host and port',
    description:
      'the URL that clients use; every link to the service starts with it. Required when `TAVLE_HOST` is a wildcard (`0.0.0.0`, `::`). It can have a path, and must not have a query, a fragment, a user name or a password',
  },
  TAVLE_STORE: {
    defaultText: '`file:./data`',
    description:
      '`file:DIRECTORY`, or [the address of a Redis](../operate/storage.md#the-address-of-a-redis)',
  },
  TAVLE_STORE_REPLICAS: {
    defaultText: '`0`',
    description: 'number of Redis replicas that must confirm each write',
  },
  TAVLE_STORE_SENTINEL_USER: {
    defaultText: 'none',
    description: 'the user of Sentinels that have an access list',
  },
  TAVLE_STORE_SENTINEL_PASSWORD: {
    defaultText: 'none',
    description: 'the password of Sentinels that require one',
  },
  TAVLE_PORTAL: {defaultText: 'required', description: 'path of [the portal file](portal-file.md)'},
  TAVLE_TLS_CERT: {
    defaultText: 'none: plain HTTP',
    description: "PEM file of the service's certificate and its chain",
  },
  TAVLE_TLS_KEY: {defaultText: 'none: plain HTTP', description: "PEM file of the certificate's key"},
  TAVLE_CLIENT_CA: {
    defaultText: 'none: interfaces A, B and C return 401',
    description: 'PEM bundle of the root CAs and the issuing CAs of client certificates',
  },
  TAVLE_CLIENT_CERT_PROXIES: {
    defaultText: 'none',
    description: 'IP addresses or CIDR blocks, separated by commas, of proxies that may send `Client-Cert`',
  },
  TAVLE_TOKEN_JWKS: {
    defaultText: 'none: interfaces D and E return 401',
    description: "URL or file of the token issuer's key set",
  },
  TAVLE_TOKEN_ISSUER: {
    defaultText: 'required with `TAVLE_TOKEN_JWKS`',
    description: 'the required `iss` of tokens',
  },
  TAVLE_TOKEN_AUDIENCE: {
    defaultText: 'required with `TAVLE_TOKEN_JWKS`',
    description: 'the required `aud` of tokens',
  },
  TAVLE_TOKEN_OWNER_CLAIM: {
    defaultText: '`sub`',
    description: 'the claim that identifies the person. Dots in a name also lead into nested objects',
  },
  TAVLE_TOKEN_CVR_CLAIM: {
    defaultText: '`https://data.gov.dk/model/core/eid/professional/cvr`',
    description: 'the claim with the company that the person acts for, or a list of companies',
  },
  TAVLE_ORIGINS: {
    defaultText: 'none',
    description: 'origins allowed by CORS, separated by commas',
  },
  TAVLE_HSTS: {
    defaultText: '`on`',
    description:
      '`off` leaves out `Strict-Transport-Security`, by which browsers use only HTTPS at the host of an `https:` `TAVLE_PUBLIC_URL` for a year: for a host whose other pages need plain HTTP, or a proxy that sends the header',
  },
  TAVLE_MAX_CONNECTIONS: {
    defaultText: '`5000`',
    description:
      'maximum open connections; further ones are closed. The limit of open files (`ulimit -n`) must be higher',
  },
  TAVLE_MAX_REQUESTS: {
    defaultText: '`2000`',
    description:
      'maximum requests in flight in the process; further ones get 503 at once. One caller gets a [share](../operate/monitor.md#overload-and-slow-clients) of it',
  },
  TAVLE_RATE_LIMIT: {
    defaultText: '`12000`',
    description:
      'requests that a person (owner claim) or an organisation (CVR number of the certificate) may send to each process in a minute, or `off`; one more gets 429. A system that sends one request after the other stays below the default',
  },
  TAVLE_PUBLIC_RATE_LIMIT: {
    defaultText: '`6000`',
    description:
      'requests of interface F (published forms) that one IP address may send to each process in a minute, or `off`; one more gets 429. Behind a proxy, all come from its IP address: set `off` and limit them there',
  },
  TAVLE_MAX_SUPPLIER_MB: {
    defaultText: '`1024`',
    description:
      'maximum megabytes (1,048,576 bytes) of form variants of a supplier, or `off`; beyond it a write gets 403',
  },
  TAVLE_MAX_AUTHORITY_MB: {
    defaultText: '`10240`',
    description:
      'maximum megabytes of deadlines of an authority, with their recipients and idempotency keys, or `off`; beyond it a write gets 403',
  },
  TAVLE_CVR_CHECK: {
    defaultText: '`on`',
    description:
      '`off` accepts any eight digits, for test environments with CVR numbers that break the modulus 11 rule',
  },
  TAVLE_AUDIT: {
    defaultText: '`audit.jsonl` in the directory of an embedded store; `stdout` with Redis',
    description:
      'destination of [the audit log](../operate/audit.md): the path of a file, `stdout`, or `off`',
  },
  TAVLE_LOG_LEVEL: {
    defaultText: '`info`',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  },
  TAVLE_LOG_FORMAT: {
    defaultText: '`text` on a terminal, otherwise `json`',
    description: '`json`: one JSON object per line; `text`: one line for people',
  },
};

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
