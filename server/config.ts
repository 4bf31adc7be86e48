import {readFileSync} from 'node:fs';
import {BlockList} from 'node:net';
import {createSecureContext} from 'node:tls';

import {z} from 'zod';

import type {CertificateRules} from './identity/certificate.ts';
import {defaultRequests} from './http/admission.ts';
import {defaultConnections} from './http/listener.ts';
import {parseBundle} from './identity/chain.ts';
import {type CvrCheck, hasCvrForm, isCvr} from './identity/cvr.ts';
import {checkKeySet} from './identity/key-set.ts';
import {parseProxies} from './identity/proxies.ts';
import {type Portal, PortalError, readPortal} from './portal/portal.ts';
import {checkStoreAddress, hasReplicas} from './store/open-store.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const defaultStore = 'file:./data';

/** More is a slip of the pen: no write would ever be taken. */
const mostReplicas = 100;

const webAddress = z
  .url({protocol: /^https?$/, error: 'Write an http or https address.'})
  .transform(address => address.replace(/(?<!\/)\/+$/, ''));

/** Each like `https://portal.example.dk`: scheme, host and port, as browsers send it. */
const origins = z
  .string()
  .transform(list => list.split(',').map(entry => entry.trim()))
  .refine(list => list.every(isOrigin), {
    error: 'Write origins as scheme://host[:port], separated by commas.',
  });

const pem = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    context.addIssue({code: 'custom', message: (error as Error).message});
    return z.NEVER;
  }
});

const bundle = pem.transform((text, context) => {
  try {
    return parseBundle(text);
  } catch (error) {
    context.addIssue({code: 'custom', message: (error as Error).message});
    return z.NEVER;
  }
});

const proxies = z.string().transform((list, context) => {
  try {
    return parseProxies(list.split(',').map(entry => entry.trim()));
  } catch (error) {
    context.addIssue({code: 'custom', message: (error as Error).message});
    return z.NEVER;
  }
});

const portalFile = (isCvr: CvrCheck) =>
  z.string({error: 'Name the portal file.'}).transform((path, context) => {
    try {
      return {path, portal: readPortal(path, isCvr)};
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      for (const problem of error.problems)
        context.addIssue({code: 'custom', message: `${path}: ${problem}`});
      return z.NEVER;
    }
  });

const keySet = z.string().superRefine((location, context) => {
  try {
    checkKeySet(location);
  } catch (error) {
    context.addIssue({code: 'custom', message: `${location}: ${(error as Error).message}`});
  }
});

const storeAddress = z.string().superRefine((address, context) => {
  try {
    checkStoreAddress(address);
  } catch (error) {
    context.addIssue({code: 'custom', message: (error as Error).message});
  }
});

const amount = z.coerce
  .number({error: 'Write a whole number from 1 on.'})
  .int({error: 'Write a whole number from 1 on.'})
  .min(1, {error: 'Write a whole number from 1 on.'});

const amountOrOff = z.union([z.literal('off'), amount], {
  error: 'Write a whole number from 1 on, or off.',
});

const environment = (isCvr: CvrCheck) =>
  z.object({
    TAVLE_HOST: z.string().default('127.0.0.1'),
    TAVLE_PORT: z.coerce.number({error: 'Write a number.'}).int().min(0).max(65_535).default(8080),
    TAVLE_PUBLIC_URL: webAddress.optional(),
    TAVLE_STORE: storeAddress.default(defaultStore),
    TAVLE_STORE_REPLICAS: z.coerce
      .number({error: 'Write a number.'})
      .int()
      .min(0)
      .max(mostReplicas)
      .default(0),
    TAVLE_PORTAL: portalFile(isCvr),
    TAVLE_TLS_CERT: pem.optional(),
    TAVLE_TLS_KEY: pem.optional(),
    TAVLE_CLIENT_CA: bundle.optional(),
    TAVLE_CLIENT_CERT_PROXIES: proxies.optional(),
    TAVLE_TOKEN_JWKS: keySet.optional(),
    TAVLE_TOKEN_ISSUER: z.string().optional(),
    TAVLE_TOKEN_AUDIENCE: z.string().optional(),
    TAVLE_TOKEN_OWNER_CLAIM: z.string().default('sub'),
    TAVLE_TOKEN_CVR_CLAIM: z.string().default('https://data.gov.dk/model/core/eid/professional/cvr'),
    TAVLE_ORIGINS: origins.default([]),
    TAVLE_MAX_CONNECTIONS: amount.default(defaultConnections),
    TAVLE_MAX_REQUESTS: amount.default(defaultRequests),
    /** More than a system makes that sends one call after the other: old clients know no 429. */
    TAVLE_RATE_LIMIT: amountOrOff.default(12_000),
    TAVLE_CVR_CHECK: z.enum(['on', 'off']).default('on'),
    /** `stdout`, or the path of a file. */
    TAVLE_AUDIT: z.string().optional(),
    TAVLE_LOG_LEVEL: z.enum(levels).default('info'),
  });

type Environment = z.output<ReturnType<typeof environment>>;

/** What the service was told, checked and read. */
export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without a trailing slash. Default: from host and port. */
  readonly publicUrl: string | undefined;
  readonly store: string;
  /** How many replicas of the store must have a change before it counts as done. */
  readonly storeReplicas: number;
  readonly portalPath: string;
  readonly portal: Portal;
  /** PEM texts; without them the service speaks plain HTTP. */
  readonly tls: {readonly cert: string; readonly key: string} | undefined;
  /** Without it nobody can call with a certificate. */
  readonly certificates: CertificateRules | undefined;
  readonly tokens: TokenConfig | undefined;
  readonly origins: readonly string[];
  /** How many connections and requests a process takes at once. */
  readonly mostConnections: number;
  readonly mostRequests: number;
  /** How many calls a caller may make in a minute; `undefined`: as many as it likes. */
  readonly callsPerMinute: number | undefined;
  readonly isCvr: CvrCheck;
  /** `stdout` or the path of a file; without it no audit log is kept. */
  readonly audit: string | undefined;
  readonly logLevel: (typeof levels)[number];
}

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
  const result = environment(set.TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr).safeParse(set);
  const problems = [...problemsOf(result), ...missingPartners(set), ...missingReplicas(set)];
  if (!result.success || problems.length) throw new ConfigError(problems);

  const config = toConfig(result.data);
  checkPair(config);
  return config;
}

/** Where the data is. */
export type StoreConfig = Pick<Config, 'store' | 'storeReplicas'>;

/**
 * Reads the settings of the store alone.
 *
 * @throws {ConfigError} with every problem at once.
 */
export function readStoreConfig(variables: NodeJS.ProcessEnv): StoreConfig {
  const set = withoutEmpty(variables);
  const result = environment(isCvr).pick({TAVLE_STORE: true, TAVLE_STORE_REPLICAS: true}).safeParse(set);
  const problems = [...problemsOf(result), ...missingReplicas(set)];
  if (!result.success || problems.length) throw new ConfigError(problems);
  return {store: result.data.TAVLE_STORE, storeReplicas: result.data.TAVLE_STORE_REPLICAS};
}

function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function problemsOf({error}: z.ZodSafeParseResult<unknown>): string[] {
  return error?.issues.map(({path, message}) => `${path.join('.')}: ${message}`) ?? [];
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

function missingReplicas({
  TAVLE_STORE: store = defaultStore,
  TAVLE_STORE_REPLICAS: replicas = '0',
}: NodeJS.ProcessEnv) {
  return Number(replicas) > 0 && !hasReplicas(store)
    ? ['TAVLE_STORE_REPLICAS: The embedded store has no replicas.']
    : [];
}

function toConfig(values: Environment): Config {
  const {TAVLE_TLS_CERT: cert, TAVLE_TLS_KEY: key} = values;
  const {TAVLE_TOKEN_JWKS: jwks, TAVLE_TOKEN_ISSUER: issuer, TAVLE_TOKEN_AUDIENCE: audience} = values;
  return {
    host: values.TAVLE_HOST,
    port: values.TAVLE_PORT,
    publicUrl: values.TAVLE_PUBLIC_URL,
    store: values.TAVLE_STORE,
    storeReplicas: values.TAVLE_STORE_REPLICAS,
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
    audit: values.TAVLE_AUDIT,
    logLevel: values.TAVLE_LOG_LEVEL,
  };
}

function checkPair({tls}: Config): void {
  if (!tls) return;
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new ConfigError([`TAVLE_TLS_CERT, TAVLE_TLS_KEY: ${(error as Error).message}`]);
  }
}

function isOrigin(text: string): boolean {
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}
