import type {Settings} from './settings.ts';

export type SettingName = keyof Settings;

interface SettingDescription {
  /** The default, or what its absence means, in Markdown. */
  readonly unset: string;
  /** In Markdown, for the manual's table; the command's help prints it as plain text. */
  readonly does: string;
}

/** What each setting does, in the order of the manual. Loads nothing, so that `tavle --help` costs nothing. */
export const settingDescriptions: Readonly<Record<SettingName, SettingDescription>> = {
  TAVLE_HOST: {
    unset: '`127.0.0.1`',
    does: 'IP address or host to listen at. Not used on [a socket of systemd](../operate/install.md#restart-without-an-error)',
  },
  TAVLE_PORT: {unset: '`8080`', does: 'port to listen at; 0: any free one. Not used on a socket of systemd'},
  TAVLE_PUBLIC_URL: {
    unset: 'from host and port',
    does: 'the URL that clients use; every link to the service starts with it. Required when `TAVLE_HOST` is a wildcard (`0.0.0.0`, `::`). It can have a path, and must not have a query, a fragment, a user name or a password',
  },
  TAVLE_STORE: {
    unset: '`file:./data`',
    does: '`file:DIRECTORY`, or [the address of a Redis](../operate/storage.md#the-address-of-a-redis)',
  },
  TAVLE_STORE_REPLICAS: {
    unset: '`0`',
    does: 'how many Redis replicas must have a change before it counts as done',
  },
  TAVLE_STORE_SENTINEL_USER: {unset: 'none', does: 'the user of Sentinels that have an access list'},
  TAVLE_STORE_SENTINEL_PASSWORD: {
    unset: 'none',
    does: 'the password of Sentinels that ask for one themselves',
  },
  TAVLE_PORTAL: {unset: 'required', does: 'path of [the portal file](portal-file.md)'},
  TAVLE_TLS_CERT: {unset: 'none: plain HTTP', does: "PEM file of the service's certificate and its chain"},
  TAVLE_TLS_KEY: {unset: 'none: plain HTTP', does: "PEM file of the certificate's key"},
  TAVLE_CLIENT_CA: {
    unset: 'none: interfaces A, B and C answer 401 to all',
    does: 'PEM bundle of the issuers whose client certificates count',
  },
  TAVLE_CLIENT_CERT_PROXIES: {
    unset: 'none',
    does: 'IP addresses or CIDR blocks, separated by commas, of proxies that may send `Client-Cert`',
  },
  TAVLE_TOKEN_JWKS: {
    unset: 'none: interfaces D and E answer 401 to all',
    does: "URL or file of the token issuer's key set",
  },
  TAVLE_TOKEN_ISSUER: {unset: 'required with `TAVLE_TOKEN_JWKS`', does: 'what `iss` of a token must be'},
  TAVLE_TOKEN_AUDIENCE: {unset: 'required with `TAVLE_TOKEN_JWKS`', does: 'what `aud` of a token must be'},
  TAVLE_TOKEN_OWNER_CLAIM: {unset: '`sub`', does: 'the claim that says whose dashboard it is'},
  TAVLE_TOKEN_CVR_CLAIM: {
    unset: '`https://data.gov.dk/model/core/eid/professional/cvr`',
    does: 'the claim that has the company that the person acts for, or a list of companies',
  },
  TAVLE_ORIGINS: {
    unset: 'none',
    does: 'origins of the portals that may call from a browser, separated by commas',
  },
  TAVLE_EMBED_ARCHIVE: {
    unset: 'none',
    does: 'directory of [scripts of earlier versions](../operate/upgrade.md#scripts-of-earlier-versions), which stay at their URLs',
  },
  TAVLE_MAX_CONNECTIONS: {
    unset: '`5000`',
    does: 'connections at once; further ones are closed. The process must be let open that many files and some more (`ulimit -n`)',
  },
  TAVLE_MAX_REQUESTS: {
    unset: '`2000`',
    does: 'requests in flight in the process; further ones get 503 at once. One caller gets a [share](../operate/monitor.md#overload-and-slow-clients) of it',
  },
  TAVLE_RATE_LIMIT: {
    unset: '`12000`',
    does: 'calls that a person (owner claim) or an organisation (CVR number of the certificate) may make in a minute, or `off`; one more gets 429. A system that sends one call after the other stays below the default',
  },
  TAVLE_PUBLIC_RATE_LIMIT: {
    unset: '`6000`',
    does: 'requests of interface F (published forms) that one IP address may send to each process in a minute, or `off`; one more gets 429. Behind a proxy, all come from its IP address: set `off` and limit them there',
  },
  TAVLE_MAX_SUPPLIER_MB: {
    unset: '`1024`',
    does: 'megabytes (1,048,576 bytes) of form variants that a supplier may store, or `off`; beyond it a write gets 403',
  },
  TAVLE_MAX_AUTHORITY_MB: {
    unset: '`10240`',
    does: 'megabytes of deadlines that an authority may store, with their recipients and idempotency keys, or `off`; beyond it a write gets 403',
  },
  TAVLE_CVR_CHECK: {
    unset: '`on`',
    does: '`off`: eight digits are enough, for test environments, whose companies break the rule of modulus 11',
  },
  TAVLE_AUDIT: {
    unset: '`audit.jsonl` in the directory of an embedded store; `stdout` with Redis',
    does: 'where [the audit log](../operate/audit.md) is written: the path of a file, `stdout`, or `off`',
  },
  TAVLE_LOG_LEVEL: {
    unset: '`info`',
    does: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  },
  TAVLE_LOG_FORMAT: {
    unset: '`text` on a terminal, otherwise `json`',
    does: '`json`: one JSON object per line; `text`: one line for people',
  },
};

/** The settings that commands on the store read. */
export const storeSettingNames = [
  'TAVLE_STORE',
  'TAVLE_STORE_REPLICAS',
  'TAVLE_STORE_SENTINEL_USER',
  'TAVLE_STORE_SENTINEL_PASSWORD',
] as const satisfies readonly SettingName[];

/** Returns a description without Markdown's links and code marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll('`', '');
}
