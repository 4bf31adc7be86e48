import {readFileSync} from 'node:fs';
import {BlockList} from 'node:net';
import {createSecureContext} from 'node:tls';

import type {LevelWithSilent} from 'pino';
import type {z} from 'zod';

import type {TlsFiles} from './http/listener/tls-contexts.ts';
import type {CertificateRules} from './identity/certificate.ts';
import {type CvrCheck, hasCvrForm, isCvr} from './identity/cvr.ts';
import {nearest} from './nearest.ts';
import type {Portal} from './portal/portal.ts';
import {bytesOfMegabyte, defaultStore, type Settings, settings} from './settings.ts';
import {hasReplicas, hasSentinels} from './store/open-store.ts';
import type {SentinelLogin} from './store/redis/address.ts';

/** What the service was told, checked and read. */
export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without a trailing slash. Default: from host and port. */
  readonly publicUrl: string | undefined;
  /** As `openStore` takes it. */
  readonly store: string;
  /** How many replicas of the store must have a change before it counts as done. */
  readonly storeReplicas: number;
  /** As whom the store's Sentinels are asked, where they ask for a password. */
  readonly sentinelLogin: SentinelLogin | undefined;
  readonly portalPath: string;
  readonly portal: Portal;
  /** PEM texts; without them the service speaks plain HTTP. */
  readonly tls: TlsFiles | undefined;
  /** Without it nobody can call with a certificate. */
  readonly certificates: CertificateRules | undefined;
  readonly tokens: TokenConfig | undefined;
  /** Origins of the pages that may call from a browser. */
  readonly origins: readonly string[];
  /** How many connections and requests a process takes at once. */
  readonly mostConnections: number;
  readonly mostRequests: number;
  /** How many calls a caller may make in a minute; `undefined`: as many as it likes. */
  readonly callsPerMinute: number | undefined;
  /** How many bytes a supplier, and an authority, may store; `undefined`: no bound, and nothing is counted. */
  readonly maxSupplierBytes: number | undefined;
  readonly maxAuthorityBytes: number | undefined;
  readonly isCvr: CvrCheck;
  /** `stdout` or the path of a file; without it no audit log is kept. */
  readonly audit: string | undefined;
  readonly logLevel: LevelWithSilent;
}

/** Whose tokens count, and what they say of a person. */
export interface TokenConfig {
  /** URL or path of the issuer's key set. */
  readonly jwks: string;
  readonly issuer: string;
  readonly audience: string;
  readonly ownerClaim: string;
  readonly cvrClaim: string;
}

/** Everything that is wrong with the settings, a line each. */
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
 * @throws {ConfigError} with every problem at once.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const set = withoutEmpty(variables);
  const result = settings(set.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr).safeParse(set);
  const problems = [
    ...unknownSettings(set),
    ...problemsOf(result),
    ...missingPartners(set),
    ...missingPublicUrl(set),
    ...unfitForStore(set),
    ...brokenPair(set),
  ];
  if (!result.success || problems.length) throw new ConfigError(problems);
  return toConfig(result.data);
}

/** The settings of the store. */
export const storeSettings = {
  TAVLE_STORE: true,
  TAVLE_STORE_REPLICAS: true,
  TAVLE_STORE_SENTINEL_USER: true,
  TAVLE_STORE_SENTINEL_PASSWORD: true,
} as const;

/** Where the data is. */
export type StoreConfig = Pick<Config, 'store' | 'storeReplicas' | 'sentinelLogin'>;

/**
 * Reads the settings of the store alone, and ignores the others that the service knows.
 *
 * @throws {ConfigError} with every problem at once.
 */
export function readStoreConfig(variables: NodeJS.ProcessEnv): StoreConfig {
  const set = withoutEmpty(variables);
  const result = settings(isCvr).pick(storeSettings).safeParse(set);
  const problems = [...unknownSettings(set), ...problemsOf(result), ...unfitForStore(set)];
  if (!result.success || problems.length) throw new ConfigError(problems);
  return toStoreConfig(result.data);
}

/**
 * Reads one setting, and the file that it names.
 *
 * @throws {ConfigError}
 */
export function readSetting<Name extends keyof Settings>(
  variables: NodeJS.ProcessEnv,
  name: Name,
): Settings[Name] {
  const set = withoutEmpty(variables);
  const {shape} = settings(set.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr);
  const result = shape[name].safeParse(set[name]);
  if (result.success) return result.data as Settings[Name];
  throw new ConfigError(result.error.issues.map(({message}) => `${name}: ${message}`));
}

/**
 * Reads the service's TLS certificate and key.
 *
 * @throws {ConfigError} Also when they do not belong together.
 */
export function readTls(variables: NodeJS.ProcessEnv): TlsFiles | undefined {
  const cert = readSetting(variables, 'TAVLE_TLS_CERT');
  const key = readSetting(variables, 'TAVLE_TLS_KEY');
  if (cert === undefined || key === undefined) return undefined;
  const problems = problemsOfPair({cert, key});
  if (problems.length) throw new ConfigError(problems);
  return {cert, key};
}

/** What counts as set. */
export function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function problemsOf({error}: z.ZodSafeParseResult<unknown>): string[] {
  return error?.issues.map(({path, message}) => `${path.join('.')}: ${message}`) ?? [];
}

const knownSettings = Object.keys(settings(isCvr).shape);

/** Variables that look like settings and are not: most often a misspelt name. */
function unknownSettings(set: NodeJS.ProcessEnv): string[] {
  return Object.keys(set)
    .filter(name => name.startsWith('TAVLE_') && !knownSettings.includes(name))
    .map(name => {
      const known = nearest(name, knownSettings);
      return `${name}: unknown setting.${known === undefined ? '' : ` Did you mean ${known}?`}`;
    });
}

/** Settings that only make sense together. */
function missingPartners(set: NodeJS.ProcessEnv): string[] {
  const needs = [
    ['TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'],
    ['TAVLE_TLS_KEY', 'TAVLE_TLS_CERT'],
    ['TAVLE_CLIENT_CERT_PROXIES', 'TAVLE_CLIENT_CA'],
    ['TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_ISSUER'],
    ['TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_AUDIENCE'],
  ] as const;
  return needs.flatMap(([given, needed]) =>
    set[given] !== undefined && set[needed] === undefined ? [`${needed}: Is needed with ${given}.`] : [],
  );
}

/** Without a public URL, links to the service contain its host. */
function missingPublicUrl({TAVLE_HOST: host, TAVLE_PUBLIC_URL: publicUrl}: NodeJS.ProcessEnv): string[] {
  if (host === undefined || publicUrl !== undefined || canBeReached(host)) return [];
  return [
    `TAVLE_PUBLIC_URL: Is required with TAVLE_HOST=${host}: clients cannot reach the service at that host. Set the URL that they use.`,
  ];
}

/** In any of their spellings, as URLs have them. */
const wildcards = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

function canBeReached(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && !wildcards.includes(new URL(url).hostname);
}

/** Settings that make no sense with the store that is named. */
function unfitForStore({
  TAVLE_STORE: store = defaultStore,
  TAVLE_STORE_REPLICAS: replicas = '0',
  TAVLE_STORE_SENTINEL_USER: user,
  TAVLE_STORE_SENTINEL_PASSWORD: password,
}: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  if (Number(replicas) > 0 && !hasReplicas(store))
    problems.push('TAVLE_STORE_REPLICAS: The embedded store has no replicas.');
  if (user !== undefined && password === undefined)
    problems.push('TAVLE_STORE_SENTINEL_PASSWORD: Is needed with TAVLE_STORE_SENTINEL_USER.');
  if (password !== undefined && !hasSentinels(store))
    problems.push(
      'TAVLE_STORE_SENTINEL_PASSWORD: Only the store redis+sentinel://… or rediss+sentinel://… has Sentinels.',
    );
  return problems;
}

function toConfig(values: Settings): Config {
  const {TAVLE_TLS_CERT: cert, TAVLE_TLS_KEY: key} = values;
  const {TAVLE_TOKEN_JWKS: jwks, TAVLE_TOKEN_ISSUER: issuer, TAVLE_TOKEN_AUDIENCE: audience} = values;
  return {
    host: values.TAVLE_HOST,
    port: values.TAVLE_PORT,
    publicUrl: values.TAVLE_PUBLIC_URL,
    ...toStoreConfig(values),
    portalPath: values.TAVLE_PORTAL.path,
    portal: values.TAVLE_PORTAL.portal,
    certificates: values.TAVLE_CLIENT_CA && {
      issuers: values.TAVLE_CLIENT_CA,
      proxies: values.TAVLE_CLIENT_CERT_PROXIES ?? new BlockList(),
    },
    isCvr: values.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr,
    tls: cert !== undefined && key !== undefined ? {cert, key} : undefined,
    tokens:
      jwks !== undefined && issuer !== undefined && audience !== undefined
        ? {
            jwks,
            issuer,
            audience,
            ownerClaim: values.TAVLE_TOKEN_OWNER_CLAIM,
            cvrClaim: values.TAVLE_TOKEN_CVR_CLAIM,
          }
        : undefined,
    origins: values.TAVLE_ORIGINS,
    mostConnections: values.TAVLE_MAX_CONNECTIONS,
    mostRequests: values.TAVLE_MAX_REQUESTS,
    callsPerMinute: values.TAVLE_RATE_LIMIT === 'off' ? undefined : values.TAVLE_RATE_LIMIT,
    maxSupplierBytes: toBytes(values.TAVLE_MAX_SUPPLIER_MB),
    maxAuthorityBytes: toBytes(values.TAVLE_MAX_AUTHORITY_MB),
    audit: values.TAVLE_AUDIT,
    logLevel: values.TAVLE_LOG_LEVEL,
  };
}

function toBytes(megabytes: number | 'off'): number | undefined {
  return megabytes === 'off' ? undefined : megabytes * bytesOfMegabyte;
}

function toStoreConfig(values: Pick<Settings, keyof typeof storeSettings>): StoreConfig {
  const {TAVLE_STORE_SENTINEL_USER: username, TAVLE_STORE_SENTINEL_PASSWORD: password} = values;
  return {
    store: values.TAVLE_STORE,
    storeReplicas: values.TAVLE_STORE_REPLICAS,
    sentinelLogin: password === undefined ? undefined : {username, password},
  };
}

/** A certificate and a key that do not belong together. Files that can't be read are reported as such. */
function brokenPair({TAVLE_TLS_CERT: certPath, TAVLE_TLS_KEY: keyPath}: NodeJS.ProcessEnv): string[] {
  const [cert, key] = [textOf(certPath), textOf(keyPath)];
  return cert === undefined || key === undefined ? [] : problemsOfPair({cert, key});
}

function problemsOfPair(tls: TlsFiles): string[] {
  try {
    createSecureContext(tls);
    return [];
  } catch (error) {
    return [`TAVLE_TLS_CERT, TAVLE_TLS_KEY: ${(error as Error).message}`];
  }
}

function textOf(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
