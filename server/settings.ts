import {readFileSync} from 'node:fs';

import {z} from 'zod';

import {describeFileError, isSystemError} from './files/file-error.ts';
import {baseUrl} from './http/request/base-url.ts';
import {parseBundle} from './identity/chain.ts';
import type {CvrCheck} from './identity/cvr.ts';
import {checkKeySet} from './identity/key-set.ts';
import {parseProxies} from './identity/proxies.ts';
import {bounds} from './limits/bounds.ts';
import {PortalError, readPortal} from './portal/portal.ts';
import {checkStoreAddress} from './store/open-store.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const fromOneOn = 'Write a whole number from 1 on.';

/** Where data is kept where nobody says otherwise: `TAVLE_STORE`. */
export const defaultStore = 'file:./data';

/** A megabyte of a setting, in bytes. */
export const bytesOfMegabyte = 1024 ** 2;

/** More is a slip of the pen: no write would ever be taken. */
const mostReplicas = 100;

/** Each like `https://portal.example.dk`: scheme, host and port, as browsers send it. */
const origins = z
  .string()
  .transform(entriesOf)
  .refine(list => list.every(isOrigin), {
    error: 'Write origins as scheme://host[:port], separated by commas.',
  });

const pem = readAs(path => readFileSync(path, 'utf8'));

const bundle = readAs(path => parseBundle(readFileSync(path, 'utf8')));

const proxies = readAs(list => parseProxies(entriesOf(list)));

const keySet = readAs(
  location => {
    checkKeySet(location);
    return location;
  },
  location => `${location}: `,
);

const storeAddress = readAs(address => {
  checkStoreAddress(address);
  return address;
});

const portalFile = (isCvr: CvrCheck) =>
  z.string({error: 'Is required: the path of the portal file.'}).transform((path, context) => {
    try {
      return {path, portal: readPortal(path, isCvr)};
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      for (const message of error.problems) context.addIssue({code: 'custom', message});
      return z.NEVER;
    }
  });

/** A whole number from 0 on. */
const numberUpTo = (max: number) => {
  const error = `Must be a whole number from 0 to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, {error, abort: true})
    .transform(Number)
    .refine(number => number <= max, {error});
};

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {error: `Must be one of ${values.join(', ')}.`});

const amount = z.coerce.number({error: fromOneOn}).int({error: fromOneOn}).min(1, {error: fromOneOn});

const amountOrOff = z.union([z.literal('off'), amount], {
  error: 'Write a whole number from 1 on, or off.',
});

/**
 * What each variable of the environment may say, and what is made of it: files are read, addresses checked.
 *
 * @param isCvr Says which CVR numbers the portal file may hold.
 */
export const settings = (isCvr: CvrCheck) =>
  z.object({
    TAVLE_HOST: z.string().default('127.0.0.1'),
    TAVLE_PORT: numberUpTo(65_535).default(8080),
    TAVLE_PUBLIC_URL: baseUrl.optional(),
    TAVLE_STORE: storeAddress.default(defaultStore),
    TAVLE_STORE_REPLICAS: numberUpTo(mostReplicas).default(0),
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
    TAVLE_MAX_CONNECTIONS: amount.default(bounds.maxConnections),
    TAVLE_MAX_REQUESTS: amount.default(bounds.maxRequests),
    TAVLE_RATE_LIMIT: amountOrOff.default(bounds.maxRequestsPerMinute),
    TAVLE_MAX_SUPPLIER_MB: amountOrOff.default(bounds.maxSupplierBytes / bytesOfMegabyte),
    TAVLE_MAX_AUTHORITY_MB: amountOrOff.default(bounds.maxAuthorityBytes / bytesOfMegabyte),
    TAVLE_CVR_CHECK: oneOf(['on', 'off']).default('on'),
    /** `stdout`, or the path of a file. */
    TAVLE_AUDIT: z.string().optional(),
    TAVLE_LOG_LEVEL: oneOf(levels).default('info'),
  });

export type Settings = z.output<ReturnType<typeof settings>>;

/**
 * A setting that something is made of.
 *
 * @param read Throws what is wrong with it; an error of the operating system means that it names a file that can't be read.
 * @param about Stands before other errors in the message.
 */
function readAs<Value>(read: (text: string) => Value, about: (text: string) => string = () => '') {
  return z.string().transform((text, context): Value => {
    try {
      return read(text);
    } catch (error) {
      const message = isSystemError(error)
        ? describeFileError(`read ${text}`, error)
        : about(text) + (error as Error).message;
      context.addIssue({code: 'custom', message});
      return z.NEVER;
    }
  });
}

/** Takes apart what is separated by commas. */
function entriesOf(list: string): string[] {
  return list.split(',').map(entry => entry.trim());
}

function isOrigin(text: string): boolean {
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}
