import {BlockList} from 'node:net';
import {join} from 'node:path';
import {createSecureContext} from 'node:tls';

import type {z} from 'zod';

import type {TlsFiles} from './http/tls-contexts.ts';
import {hasCvrForm, isCvr} from './identity/cvr.ts';
import {nearest} from './nearest.ts';
import type {storeSettingNames} from './setting-descriptions.ts';
import {defaultStore, type Settings, settings} from './settings.ts';
import {standardOutput} from './logs/audit-log.ts';
import {directoryOf, hasReplicas, hasSentinels, isEmbedded} from './store/open-store.ts';

/** The parsed settings. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

export type StoreConfig = Readonly<ReturnType<typeof toStoreConfig>>;

/** The token issuer, and the claims that describe a person. */

/** Lists every problem of the settings, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the settings from the environment and the files that it names. An empty variable counts as not set.
 *
 * @throws {ConfigError} with every problem.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const set = withoutEmpty(variables);
  const tls = tryTls(set);
  const problems = [...brokenRules(set), ...brokenStoreRules(set), ...tls.problems];
  const schema = schemaFor(set).omit(tlsSettings);
  return toConfig(parse(schema, set, unknownSettings(set), problems), tls.files);
}

const storeSettings = {
  TAVLE_STORE: true,
  TAVLE_STORE_REPLICAS: true,
  TAVLE_STORE_SENTINEL_USER: true,
  TAVLE_STORE_SENTINEL_PASSWORD: true,
} as const satisfies Record<(typeof storeSettingNames)[number], true>;

/** Reads the settings of the store, and ignores all other known settings. @throws {ConfigError} */
export function readStoreConfig(variables: NodeJS.ProcessEnv): StoreConfig {
  const set = withoutEmpty(variables);
  const schema = schemaFor(set).pick(storeSettings);
  return toStoreConfig(parse(schema, set, unknownSettings(set), brokenStoreRules(set)));
}

/** Reads one setting, and the file that it names. @throws {ConfigError} */
export function readSetting<Name extends keyof Settings>(set: NodeJS.ProcessEnv, name: Name): Settings[Name] {
  const schema = schemaFor(set).pick({[name]: true} as Record<keyof Settings, true>);
  return parse(schema, set)[name];
}

/** Reads the service's TLS certificate and key. @throws {ConfigError} Also if they do not match. */
export function readTls(set: NodeJS.ProcessEnv): TlsFiles | undefined {
  const {files, problems} = tryTls(set);
  if (problems.length) throw new ConfigError(problems);
  return files;
}

const tlsSettings = {TAVLE_TLS_CERT: true, TAVLE_TLS_KEY: true} as const;

/** Reads the TLS certificate and key once each: another process may replace them at any time. */
function tryTls(set: NodeJS.ProcessEnv): {files?: TlsFiles; problems: readonly string[]} {
  const {data, error} = schemaFor(set).pick(tlsSettings).safeParse(set);
  if (!data) return {problems: problemsIn(error)};
  const {TAVLE_TLS_CERT: cert, TAVLE_TLS_KEY: key} = data;
  if (cert === undefined || key === undefined) return {problems: []};
  try {
    createSecureContext({cert, key});
    return {files: {cert, key}, problems: []};
  } catch (mismatch) {
    return {problems: [`TAVLE_TLS_CERT, TAVLE_TLS_KEY: ${(mismatch as Error).message}`]};
  }
}

/** Returns the variables without empty ones, which count as not set. */
export function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function schemaFor(set: NodeJS.ProcessEnv) {
  return settings(set.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr);
}

/** @throws {ConfigError} with the problems `before`, those of the schema, and those `after`. */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  set: NodeJS.ProcessEnv,
  before: readonly string[] = [],
  after: readonly string[] = [],
): z.output<Schema> {
  const {success, data, error} = schema.safeParse(set);
  const problems = [...before, ...problemsIn(error), ...after];
  if (!success || problems.length) throw new ConfigError(problems);
  return data;
}

function problemsIn(error: z.ZodError | undefined): string[] {
  return error?.issues.map(({path, message}) => `${path.join('.')}: ${message}`) ?? [];
}

const knownSettings = Object.keys(settings(isCvr).shape);

/** Reports unknown variables that start with `TAVLE_`, usually misspelt settings. */
function unknownSettings(set: NodeJS.ProcessEnv): string[] {
  return Object.keys(set)
    .filter(name => name.startsWith('TAVLE_') && !knownSettings.includes(name))
    .map(name => {
      const known = nearest(name, knownSettings);
      return `${name}: unknown setting.${known === undefined ? '' : ` Did you mean ${known}?`}`;
    });
}

type Rule = readonly [isBroken: boolean, problem: string];

export function problemsOfRules(rules: readonly Rule[]): string[] {
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem);
}

function requires(set: NodeJS.ProcessEnv, given: keyof Settings, needed: keyof Settings): Rule {
  return [set[given] !== undefined && set[needed] === undefined, `${needed}: Is needed with ${given}.`];
}

function brokenRules(set: NodeJS.ProcessEnv): string[] {
  const {TAVLE_HOST: host, TAVLE_PUBLIC_URL: publicUrl} = set;
  return problemsOfRules([
    requires(set, 'TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'),
    requires(set, 'TAVLE_TLS_KEY', 'TAVLE_TLS_CERT'),
    requires(set, 'TAVLE_CLIENT_CERT_PROXIES', 'TAVLE_CLIENT_CA'),
    requires(set, 'TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_ISSUER'),
    requires(set, 'TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_AUDIENCE'),
    [
      host !== undefined && publicUrl === undefined && !isReachable(host),
      publicUrlMissing(`TAVLE_HOST=${host}`),
    ],
  ]);
}

function brokenStoreRules(set: NodeJS.ProcessEnv): string[] {
  const {TAVLE_STORE: store = defaultStore, TAVLE_STORE_REPLICAS: replicas} = set;
  return problemsOfRules([
    [
      Number(replicas) > 0 && !hasReplicas(store),
      'TAVLE_STORE_REPLICAS: The embedded store has no replicas.',
    ],
    requires(set, 'TAVLE_STORE_SENTINEL_USER', 'TAVLE_STORE_SENTINEL_PASSWORD'),
    [
      set.TAVLE_STORE_SENTINEL_PASSWORD !== undefined && !hasSentinels(store),
      'TAVLE_STORE_SENTINEL_PASSWORD: Only the store redis+sentinel://… or rediss+sentinel://… has Sentinels.',
    ],
  ]);
}

export function publicUrlMissing(cause: string): string {
  return `TAVLE_PUBLIC_URL: Is required with ${cause}: clients cannot reach the service at that host. Set the URL that they use.`;
}

/** As URLs normalize them. */
const wildcards = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

export function isReachable(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && !wildcards.includes(new URL(url).hostname);
}

function toConfig(values: Omit<Settings, keyof typeof tlsSettings>, tls: TlsFiles | undefined) {
  const {TAVLE_TOKEN_JWKS: jwks, TAVLE_TOKEN_ISSUER: issuer, TAVLE_TOKEN_AUDIENCE: audience} = values;
  return {
    host: values.TAVLE_HOST,
    /** 0: any free port. */
    port: values.TAVLE_PORT,
    /** The host and port of the metrics. `undefined`: those of the service. */
    metricsAddress: values.TAVLE_METRICS_PORT && {
      host: values.TAVLE_METRICS_PORT.host ?? values.TAVLE_HOST,
      port: values.TAVLE_METRICS_PORT.port,
    },
    /** Without a trailing slash. Default: from host and port. */
    publicUrl: values.TAVLE_PUBLIC_URL,
    ...toStoreConfig(values),
    portalPath: values.TAVLE_PORTAL.path,
    portal: values.TAVLE_PORTAL.portal,
    /** `undefined`: the service rejects all client certificates. */
    certificates: values.TAVLE_CLIENT_CA && {
      issuers: values.TAVLE_CLIENT_CA,
      proxies: values.TAVLE_CLIENT_CERT_PROXIES ?? new BlockList(),
    },
    isCvr: values.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr,
    /** PEM texts. `undefined`: plain HTTP. */
    tls,
    tokens:
      jwks !== undefined && issuer !== undefined && audience !== undefined
        ? {
            /** URL or path of the key set. */
            jwks,
            issuer,
            audience,
            ownerClaim: values.TAVLE_TOKEN_OWNER_CLAIM,
            cvrClaim: values.TAVLE_TOKEN_CVR_CLAIM,
          }
        : undefined,
    /** Origins allowed by CORS. */
    origins: values.TAVLE_ORIGINS,
    /** Whether an HTTPS service sends `Strict-Transport-Security`. */
    hsts: values.TAVLE_HSTS === 'on',
    maxConnections: values.TAVLE_MAX_CONNECTIONS,
    /** In flight. */
    maxRequests: values.TAVLE_MAX_REQUESTS,
    /** Of one caller. `undefined`: no limit. */
    callsPerMinute: values.TAVLE_RATE_LIMIT,
    /** Of interface F from one IP address. `undefined`: no limit. */
    publicCallsPerMinute: values.TAVLE_PUBLIC_RATE_LIMIT,
    /** Of one supplier, and of one authority. `undefined`: no limit, and bytes are not counted. */
    maxSupplierBytes: values.TAVLE_MAX_SUPPLIER_MB,
    maxAuthorityBytes: values.TAVLE_MAX_AUTHORITY_MB,
    /** `stdout` or the path of a file. `undefined`: no audit log. */
    audit: auditDestination(values.TAVLE_AUDIT, values.TAVLE_STORE),
    logLevel: values.TAVLE_LOG_LEVEL,
    /** Default: `text` on a terminal, otherwise `json`. */
    logFormat: values.TAVLE_LOG_FORMAT,
  };
}

/**
 * Returns the destination of the audit log: `stdout` or the path of a file. Default: a file in the directory of an embedded store, which
 * is writable; standard output with Redis, where the process may have no disk.
 *
 * @param audit The value of `TAVLE_AUDIT`.
 * @returns `undefined` for `off`.
 */
export function auditDestination(audit: string | undefined, store = defaultStore): string | undefined {
  if (audit === undefined)
    return isEmbedded(store) ? join(directoryOf(store), 'audit.jsonl') : standardOutput;
  return audit === 'off' ? undefined : audit;
}

function toStoreConfig(values: Pick<Settings, keyof typeof storeSettings>) {
  const {TAVLE_STORE_SENTINEL_USER: username, TAVLE_STORE_SENTINEL_PASSWORD: password} = values;
  return {
    /** Address for `openStore`. */
    store: values.TAVLE_STORE,
    /** Number of replicas that must confirm a change. */
    storeReplicas: values.TAVLE_STORE_REPLICAS,
    sentinelLogin: password === undefined ? undefined : {username, password},
  };
}
