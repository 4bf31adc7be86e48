import {readFileSync} from 'node:fs';
import {isIPv6} from 'node:net';

import {z} from 'zod';

import {describeFileError, isSystemError} from './files/file-error.ts';
import {baseUrl} from './http/base-url.ts';
import {parseBundle} from './identity/chain.ts';
import type {CvrCheck} from './identity/cvr.ts';
import {checkKeySet} from './identity/key-set.ts';
import {parseNetworks} from './http/networks.ts';
import {bounds} from './limits/bounds.ts';
import {PortalError, readPortal} from './portal/portal.ts';
import {checkStoreAddress} from './store/open-store.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const megabyte = 1024 ** 2;

const fromOneOn = 'Write a whole number from 1 on.';

/** The default of `TAVLE_STORE`. */
export const defaultStore = 'file:./data';

/** A larger number is a typing error: no write would ever be confirmed. */
const maxReplicas = 100;

/** In the form that browsers send: `https://portal.example.dk`. */
const origins = z
  .string()
  .transform(entriesOf)
  .refine(list => list.every(isOrigin), {
    error: 'Write origins as scheme://host[:port], separated by commas.',
  });

const pem = readAs(path => readFileSync(path, 'utf8'));

const bundle = readAs(path => parseBundle(readFileSync(path, 'utf8')));

const proxies = readAs(list => parseNetworks(entriesOf(list)));

const keySet = checkedBy(checkKeySet, location => `${location}: `);

const storeAddress = checkedBy(checkStoreAddress);

const portalFile = (isCvr: CvrCheck) =>
  z
    .string({error: 'Is required: the path of the portal file.'})
    .pipe(readAs(path => ({path, portal: readPortal(path, isCvr)})));

const numberUpTo = (max: number) => {
  const error = `Must be a whole number from 0 to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, {error, abort: true})
    .transform(Number)
    .refine(number => number <= max, {error});
};

const maxPort = 65_535;

const metricsAddressError = `Must be a port from 0 to ${maxPort}, or HOST:PORT; an IPv6 address in brackets: [::1]:9090.`;

/** A port, or a host and a port. */
const metricsAddress = z.string().transform((text, context): {host?: string | undefined; port: number} => {
  const [, bracketed, host = bracketed, port] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]\s]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const isValid = Number(port) <= maxPort && (bracketed === undefined || isIPv6(bracketed));
  if (!isValid) context.addIssue({code: 'custom', message: metricsAddressError});
  return isValid ? {host, port: Number(port)} : z.NEVER;
});

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {error: `Must be one of ${values.join(', ')}.`});

const amount = z.coerce.number({error: fromOneOn}).int({error: fromOneOn}).min(1, {error: fromOneOn});

const amountOrOff = z.union([z.literal('off').transform(() => undefined), amount], {
  error: 'Write a whole number from 1 on, or off.',
});

/** In megabytes; the output is in bytes. */
const sizeOrOff = amountOrOff.transform(megabytes => megabytes && megabytes * megabyte);

/** Returns the schema of the environment variables. @param isCvr For the portal file. */
export const settings = (isCvr: CvrCheck) =>
  z.object({
    TAVLE_HOST: z.string().default('127.0.0.1'),
    TAVLE_PORT: numberUpTo(maxPort).default(8080),
    TAVLE_METRICS_PORT: metricsAddress.optional(),
    TAVLE_PUBLIC_URL: baseUrl.optional(),
    TAVLE_STORE: storeAddress.default(defaultStore),
    TAVLE_STORE_REPLICAS: numberUpTo(maxReplicas).default(0),
    TAVLE_STORE_SENTINEL_USER: z.string().optional(),
    TAVLE_STORE_SENTINEL_PASSWORD: z.string().optional(),
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
    TAVLE_HSTS: oneOf(['on', 'off']).default('on'),
    TAVLE_MAX_CONNECTIONS: amount.default(bounds.maxConnections),
    TAVLE_MAX_REQUESTS: amount.default(bounds.maxRequests),
    TAVLE_RATE_LIMIT: amountOrOff.prefault(bounds.maxRequestsPerMinute),
    TAVLE_PUBLIC_RATE_LIMIT: amountOrOff.prefault(bounds.maxPublicRequestsPerMinute),
    TAVLE_MAX_SUPPLIER_MB: sizeOrOff.prefault(bounds.maxSupplierBytes / megabyte),
    TAVLE_MAX_AUTHORITY_MB: sizeOrOff.prefault(bounds.maxAuthorityBytes / megabyte),
    TAVLE_CVR_CHECK: oneOf(['on', 'off']).default('on'),
    TAVLE_AUDIT: z.string().optional(),
    TAVLE_LOG_LEVEL: oneOf(levels).default('info'),
    TAVLE_LOG_FORMAT: oneOf(['json', 'text']).optional(),
  });

export type Settings = z.output<ReturnType<typeof settings>>;

/**
 * Returns the schema of a setting that `read` parses.
 *
 * @param read Throws if the setting is invalid. A system error means that it names a file that cannot be read.
 * @param prefix Precedes the message of other errors.
 */
function readAs<Value>(read: (text: string) => Value, prefix: (text: string) => string = () => '') {
  const describe = (text: string, error: unknown) =>
    isSystemError(error) ? describeFileError(`read ${text}`, error) : prefix(text) + (error as Error).message;
  return z.string().transform((text, context): Value => {
    try {
      return read(text);
    } catch (error) {
      const messages = error instanceof PortalError ? error.problems : [describe(text, error)];
      for (const message of messages) context.addIssue({code: 'custom', message});
      return z.NEVER;
    }
  });
}

function checkedBy(check: (text: string) => void, prefix?: (text: string) => string) {
  return readAs(text => {
    check(text);
    return text;
  }, prefix);
}

function entriesOf(list: string): string[] {
  return list.split(',').map(entry => entry.trim());
}

function isOrigin(text: string): boolean {
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}
