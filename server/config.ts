import {createPrivateKey, X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {BlockList, isIPv6} from 'node:net';
import {join, resolve} from 'node:path';
import {createSecureContext} from 'node:tls';

import {z} from 'zod';

import {isMailAddress} from './calendar/mail/mail-address.ts';
import {decodeUtf8, describeFileError, isSystemError, readPem} from './files.ts';
import {checkProxy, parseNetworks} from './http/addresses.ts';
import {baseUrl} from './http/fields.ts';
import {isEncoded} from './http/target.ts';
import {strongCiphers, type TlsFiles} from './http/tls-contexts.ts';
import {parseBundle} from './identity/ca-bundle.ts';
import {type CvrCheck, hasCvrForm, isCvr} from './identity/cvr.ts';
import {checkKeySetFile} from './identity/key-set.ts';
import {standardOutput} from './logs/audit-log.ts';
import {didYouMean} from './nearest.ts';
import {readPortal} from './portal/portal.ts';
import {
  ConfigError,
  type Setting,
  type SettingName,
  settingNames,
  settings,
  settingsInFiles,
  storeSettingNames,
  tokenSettingNames,
} from './settings.ts';
import {checkStoreAddress, directoryOf, hasSentinels, isEmbedded} from './store/open-store.ts';

/* Reads the settings of `settings.ts` from the environment, for the service and all commands. A new setting needs a
 * schema in `schemasFor`; rules about several settings are in `brokenRules`. All problems must be reported at once,
 * each with the name of its setting. Messages must not contain secret values. */

/** The combined values of all settings. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type StoreConfig = Readonly<ReturnType<typeof readStoreConfig>>;

/** Reads all settings, and the files that they name. An empty variable counts as not set. @throws {ConfigError} with every problem. */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const env = readVariables(variables);
  const tls = tryTls(env);
  const problems = [...brokenRules(env), ...brokenStoreRules(env), ...tls.problems];
  // `tryTls` has read the TLS files.
  const names = settingNames.filter(name => name !== 'TAVLE_TLS_CERT' && name !== 'TAVLE_TLS_KEY');
  const values = readSettings(env, names, problems);
  const {TAVLE_METRICS_PORT: metrics, TAVLE_CLIENT_CA: issuers} = values;
  const {TAVLE_TOKEN_EDITOR_CLAIM: editorClaim, TAVLE_TOKEN_EDITOR_VALUE: editorValue} = values;
  const {TAVLE_SMTP_URL: smtpUrl, TAVLE_MAIL_FROM: from} = values;
  const {TAVLE_MAIL_HOUR: hour, TAVLE_MAIL_RATE: perMinute} = values;
  const tokens = tokensOf(values);
  return {
    ...storeConfigOf(values),
    ...values.TAVLE_PORTAL,
    host: values.TAVLE_HOST,
    port: values.TAVLE_PORT,
    /** The host and port of the metrics. `undefined`: those of the service. */
    metricsAddress: metrics && {host: metrics.host ?? values.TAVLE_HOST, port: metrics.port},
    /** Without a trailing slash. Default: from host and port. */
    publicUrl: values.TAVLE_PUBLIC_URL,
    /** PEM texts. `undefined`: plain HTTP. */
    tls: tls.files,
    /** `undefined`: the service rejects all client certificates. */
    certificates: issuers && {issuers, proxies: values.TAVLE_CLIENT_CERT_PROXIES ?? new BlockList()},
    isCvr: cvrCheckOf(env),
    /** `jwks` is the URL or path of the key set. `undefined`: the service rejects all tokens. */
    tokens: tokens && {...tokens, editorClaim, editorValue},
    /** `undefined`: the service sends no mails. */
    mail:
      smtpUrl !== undefined && from
        ? {url: smtpUrl, from, hour, perMinute, publicUrl: values.TAVLE_PUBLIC_URL}
        : undefined,
    origins: values.TAVLE_ORIGINS,
    hsts: values.TAVLE_HSTS === 'on',
    /** A URI. `undefined`: no `/.well-known/security.txt`. */
    securityContact: values.TAVLE_SECURITY_CONTACT,
    maxConnections: values.TAVLE_MAX_CONNECTIONS,
    /** Requests in flight. */
    maxRequests: values.TAVLE_MAX_REQUESTS,
    /** Requests of one caller. `undefined`: no limit. */
    callsPerMinute: values.TAVLE_RATE_LIMIT,
    /** Requests of interface F from one IP address. `undefined`: no limit. */
    publicCallsPerMinute: values.TAVLE_PUBLIC_RATE_LIMIT,
    /** The quotas of one supplier and of one authority. `undefined`: no limit, and bytes are not counted. */
    maxSupplierBytes: values.TAVLE_MAX_SUPPLIER_MB,
    maxAuthorityBytes: values.TAVLE_MAX_AUTHORITY_MB,
    audit: auditDestination(values.TAVLE_AUDIT, values.TAVLE_STORE),
    logLevel: values.TAVLE_LOG_LEVEL,
    logFormat: values.TAVLE_LOG_FORMAT,
  };
}

/** Reads each setting that is valid, also if others are not: a check of one setting must not depend on others. */
export function readValidSettings(variables: NodeJS.ProcessEnv): Partial<Settings> {
  const env = readVariables(variables);
  const names = settingNames.filter(name => flawOf(env[name]) === undefined);
  return Object.assign({}, ...names.map(name => parseSettings(env, [name]).data)) as Partial<Settings>;
}

/** Reads the settings of tokens, and ignores all other known settings. Returns `undefined` without a key set. @throws {ConfigError} */
export function readTokenConfig(variables: NodeJS.ProcessEnv) {
  const env = readVariables(variables);
  return tokensOf(readSettings(env, tokenSettingNames, problemsOfRules(tokenRules(env))));
}

function tokensOf(values: Pick<Settings, (typeof tokenSettingNames)[number]>) {
  const {TAVLE_TOKEN_JWKS: jwks, TAVLE_TOKEN_ISSUER: issuer, TAVLE_TOKEN_AUDIENCE: audience} = values;
  const {
    TAVLE_TOKEN_OWNER_CLAIM: ownerClaim,
    TAVLE_TOKEN_CVR_CLAIM: cvrClaim,
    TAVLE_TOKEN_NAME_CLAIM: nameClaim,
  } = values;
  return jwks !== undefined && issuer !== undefined && audience !== undefined
    ? {jwks, issuer, audience, ownerClaim, cvrClaim, nameClaim}
    : undefined;
}

/** Reads the settings of the store, and ignores all other known settings. @throws {ConfigError} */
export function readStoreConfig(variables: NodeJS.ProcessEnv) {
  const env = readVariables(variables);
  return storeConfigOf(readSettings(env, storeSettingNames, brokenStoreRules(env)));
}

function storeConfigOf(values: Pick<Settings, (typeof storeSettingNames)[number]>) {
  const {TAVLE_STORE_SENTINEL_USER: username, TAVLE_STORE_SENTINEL_PASSWORD: password} = values;
  return {
    /** Address for `openStore`. */
    store: values.TAVLE_STORE,
    storeReplicas: values.TAVLE_STORE_REPLICAS,
    sentinelLogin: password === undefined ? undefined : {username, password},
  };
}

/**
 * Returns `stdout` or the path of a file for the audit log; `undefined` for `off`. Default: a file in the directory of an embedded store,
 * which is writable; standard output with Redis, where the process may have no disk.
 */
export function auditDestination(audit: string | undefined, store: string = settings.TAVLE_STORE.default) {
  if (audit === undefined)
    return isEmbedded(store) ? join(directoryOf(store), 'audit.jsonl') : standardOutput;
  return audit === 'off' ? undefined : audit;
}

/** Reads where a command writes its audit lines: like the service. @throws {ConfigError} */
export function readAuditDestination(variables: NodeJS.ProcessEnv): string | undefined {
  const env = readVariables(variables);
  const {TAVLE_AUDIT: audit} = readSettings(env, ['TAVLE_AUDIT'], problemsOfRules(auditRules(env)));
  return auditDestination(audit, env.TAVLE_STORE);
}

/** Reads the service's TLS certificate and key. @throws {ConfigError} Also if they do not match. */
export function readTls(env: NodeJS.ProcessEnv): TlsFiles | undefined {
  const {files, problems} = tryTls(env);
  if (problems.length) throw new ConfigError(problems);
  return files;
}

/** What to do about errors of OpenSSL. */
const tlsRemedies: readonly (readonly [message: RegExp, remedy: string])[] = [
  [
    /bad decrypt|bad password|interrupted or cancelled/,
    '. The key must not be encrypted: openssl pkey -in KEY -out PLAIN-KEY',
  ],
  [
    /key too small|md too weak/,
    '. Get a certificate with an RSA key of 2,048 bits or more, or with an elliptic curve.',
  ],
  [/mismatch/, '. Set TAVLE_TLS_KEY to the key of the first certificate in TAVLE_TLS_CERT.'],
  [
    /no start line|bad end line|unsupported/,
    '. Both must be PEM files: the certificate with its chain, and its private key.',
  ],
];

/** Reads the TLS certificate and key once each: another process may replace them at any time. */
function tryTls(env: NodeJS.ProcessEnv): {files?: TlsFiles; problems: readonly string[]} {
  const {data, error} = parseSettings(env, ['TAVLE_TLS_CERT', 'TAVLE_TLS_KEY']);
  if (!data) return {problems: problemsIn(error)};
  const {TAVLE_TLS_CERT: cert, TAVLE_TLS_KEY: key} = data;
  if (cert === undefined || key === undefined) return {problems: []};
  try {
    // A service that requests client certificates uses these ciphers: see `tls-contexts.ts`.
    createSecureContext({cert, key, ...(env.TAVLE_CLIENT_CA !== undefined && {ciphers: strongCiphers})});
    // OpenSSL compares the key only with a certificate of the same type of key.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error('key type mismatch');
    return {files: {cert, key}, problems: []};
  } catch (error) {
    const {message} = error as Error;
    const [, remedy = ''] = tlsRemedies.find(([pattern]) => pattern.test(message)) ?? [];
    return {problems: [`TAVLE_TLS_CERT, TAVLE_TLS_KEY: ${message}${remedy}`]};
  }
}

/** Returns the variables without empty ones, which count as not set, with the values that are in files, and with an IPv6 host without brackets. */
export function readVariables(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  for (const name of settingsInFiles) {
    const path = env[`${name}_FILE`];
    if (path !== undefined && env[name] === undefined) env[name] = tryReading(path);
  }
  if (env.TAVLE_HOST !== undefined) env.TAVLE_HOST = env.TAVLE_HOST.replace(/^\[([^[\]]+)\]$/, '$1');
  return env;
}

/** Returns `undefined` if the file cannot be read: {@link readSettings} reports it by the name of its setting. */
function tryReading(path: string): string | undefined {
  try {
    return readValue(path);
  } catch {
    return undefined;
  }
}

/** Reads the value of a setting from a file, which may end with a line break. @throws Like `decodeUtf8`. */
const readValue = (path: string) => decodeUtf8(readFileSync(path)).replace(/\r?\n$/, '');

/** Reads some settings, and the files that they name. @throws {ConfigError} with unknown variables, invalid settings and the problems in `others`. */
export function readSettings<Name extends SettingName>(
  env: NodeJS.ProcessEnv,
  names: readonly Name[],
  others: readonly string[] = [],
): Pick<Settings, Name> {
  const {data, error} = parseSettings(env, names);
  const malformed = malformedSettings(env);
  const isNamed = (problem: string) => malformed.some(each => each.split(':')[0] === problem.split(':')[0]);
  const consequences = [...problemsIn(error), ...others].filter(problem => !isNamed(problem));
  const problems = [...unknownSettings(env), ...malformed, ...consequences].map(problem =>
    inFile(env, problem),
  );
  if (!data || problems.length) throw new ConfigError(problems);
  return data;
}

/** Names the setting of the file that a wrong value was read from. */
function inFile(env: NodeJS.ProcessEnv, problem: string): string {
  const name = settingsInFiles.find(each => problem.startsWith(`${each}: `));
  const path = name && env[`${name}_FILE`];
  if (name === undefined || path === undefined || tryReading(path) !== env[name]) return problem;
  return problem.replace(name, `${name}_FILE`);
}

/** Parses some settings. A setting that is not set has its default. */
export function parseSettings<Name extends SettingName>(env: NodeJS.ProcessEnv, names: readonly Name[]) {
  const schemas = schemasFor(cvrCheckOf(env));
  const shape = names.map(name => {
    const {default: value}: Setting = settings[name];
    const schema: z.ZodType = schemas[name];
    return [name, value === undefined ? schema : schema.prefault(String(value))];
  });
  return z.object(Object.fromEntries(shape)).safeParse(env) as z.ZodSafeParseResult<Pick<Settings, Name>>;
}

const cvrCheckOf = ({TAVLE_CVR_CHECK}: NodeJS.ProcessEnv) => (TAVLE_CVR_CHECK === 'off' ? hasCvrForm : isCvr);

function problemsIn(error: z.ZodError | undefined): string[] {
  return error?.issues.map(({path, message}) => `${path.join('.')}: ${message}`) ?? [];
}

/** Reports values that were changed on their way into the environment, without the values, which may be secret. */
function malformedSettings(env: NodeJS.ProcessEnv): string[] {
  return settingNames.flatMap(name => {
    const flaw = flawOf(env[name]);
    return flaw === undefined ? [] : [`${name}: ${flaw}`];
  });
}

function flawOf(value = ''): string | undefined {
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value))
    return 'Must not contain control or invisible characters, such as those of a second line, or of a line that ends with CR LF.';
  if (value !== value.trim()) return 'Must not begin or end with white space.';
  const isQuoted =
    value.length > 1 && ['"', "'", '`'].some(quote => value.startsWith(quote) && value.endsWith(quote));
  return isQuoted ? 'Must not be in quotes, which "docker --env-file" keeps.' : undefined;
}

/** Returns the variables without settings that {@link readSettings} rejects by name. */
export function withoutMalformed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => flawOf(value) === undefined));
}

/** Reports unknown variables that start with `TAVLE_`, usually misspelt settings. */
function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter(name => name.startsWith('TAVLE_') && !Object.hasOwn(settings, name))
    .map(name => `${name}: unknown setting.${didYouMean(name, settingNames)}`);
}

type Rule = readonly [problem: string, when: boolean];

export function problemsOfRules(rules: readonly Rule[]): string[] {
  return rules.flatMap(([problem, when]) => (when ? [problem] : []));
}

function brokenRules(env: NodeJS.ProcessEnv): string[] {
  const {TAVLE_HOST: host, TAVLE_PUBLIC_URL: publicUrl} = env;
  return problemsOfRules([
    requires(env, 'TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'),
    requires(env, 'TAVLE_TLS_KEY', 'TAVLE_TLS_CERT'),
    requires(env, 'TAVLE_CLIENT_CERT_PROXIES', 'TAVLE_CLIENT_CA'),
    ...tokenRules(env),
    requires(env, 'TAVLE_SMTP_URL', 'TAVLE_MAIL_FROM'),
    ...auditRules(env),
    [
      publicUrlMissing(`TAVLE_HOST=${host}`),
      host !== undefined && publicUrl === undefined && !isReachable(host),
    ],
  ]);
}

/** The settings that name a file which the service reads. */
const fileSettings = [
  ...(['TAVLE_STORE_FILE', 'TAVLE_STORE_SENTINEL_PASSWORD_FILE', 'TAVLE_PORTAL', 'TAVLE_TLS_CERT'] as const),
  ...(['TAVLE_TLS_KEY', 'TAVLE_CLIENT_CA', 'TAVLE_TOKEN_JWKS'] as const),
];

/** Rejects an audit log whose lines would break a file that the service reads, or go to a file that nobody expects, such as `stderr`. */
function auditRules({TAVLE_AUDIT: audit, ...env}: NodeJS.ProcessEnv): Rule[] {
  if (audit === undefined || audit === 'off' || audit === standardOutput) return [];
  return [
    ['TAVLE_AUDIT: Write a file, stdout or off.', /^(?:off|none|stdout|stderr)$/i.test(audit)],
    ...fileSettings.map((name): Rule => [
      `TAVLE_AUDIT: is the file of ${name}. Name another file.`,
      env[name] !== undefined && resolve(audit) === resolve(env[name]),
    ]),
  ];
}

const tokenRules = (env: NodeJS.ProcessEnv) => [
  requires(env, 'TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_ISSUER'),
  requires(env, 'TAVLE_TOKEN_JWKS', 'TAVLE_TOKEN_AUDIENCE'),
];

function brokenStoreRules(env: NodeJS.ProcessEnv): string[] {
  const {TAVLE_STORE: store = settings.TAVLE_STORE.default, TAVLE_STORE_REPLICAS: replicas} = env;
  return problemsOfRules([
    ['TAVLE_STORE_REPLICAS: The embedded store has no replicas.', Number(replicas) > 0 && isEmbedded(store)],
    ...settingsInFiles.map((name): Rule => {
      const text = env[`${name}_FILE`] === undefined ? undefined : tryReading(env[`${name}_FILE`] ?? '');
      return [
        `${name}_FILE: Must not be set together with ${name}.`,
        text !== undefined && text !== env[name],
      ];
    }),
    requires(env, 'TAVLE_STORE_SENTINEL_USER', 'TAVLE_STORE_SENTINEL_PASSWORD'),
    [
      'TAVLE_STORE_SENTINEL_PASSWORD: Only the store redis+sentinel://… or rediss+sentinel://… has Sentinels.',
      env.TAVLE_STORE_SENTINEL_PASSWORD !== undefined && !hasSentinels(store),
    ],
  ]);
}

function requires(env: NodeJS.ProcessEnv, given: SettingName, needed: SettingName): Rule {
  const isSet = env[needed] !== undefined || env[`${needed}_FILE`] !== undefined;
  return [`${needed}: Is needed with ${given}.`, env[given] !== undefined && !isSet];
}

export function publicUrlMissing(cause: string): string {
  return `TAVLE_PUBLIC_URL: Is required with ${cause}: clients cannot reach the service at that host. Set the URL that they use.`;
}

/** Hosts that stand for all addresses of a machine, as URLs normalize them. */
const wildcards = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

export function isReachable(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && !wildcards.includes(new URL(url).hostname);
}

function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:[/]{2}[^/]/.test(text) || !URL.canParse(text)) return false;
  const {hostname, pathname, search, hash} = new URL(text);
  return hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === '';
}

function hasEncodedLogin(text: string): boolean {
  const {username, password} = new URL(text);
  return isEncoded(username) && isEncoded(password);
}

/** Returns the name and the address of a sender: `Portalen <frister@example.dk>`. Signs such as `;` in a name have no meaning. */
function parseSender(text: string): {name: string; address: string} {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  return {name: name.trim().replaceAll(/^"|"$/g, ''), address};
}

const isSender = (text: string) => isMailAddress(parseSender(text).address);

/** The schemas of the settings. @param check Checks the CVR numbers in the portal file. */
const schemasFor = (check: CvrCheck) =>
  ({
    TAVLE_HOST: z.string(),
    TAVLE_PORT: numberUpTo(maxPort),
    TAVLE_METRICS_PORT: metricsAddress.optional(),
    TAVLE_PUBLIC_URL: baseUrl.optional(),
    TAVLE_STORE: readAs(checkStoreAddress),
    TAVLE_STORE_FILE: readAs(readValue).optional(),
    // A larger number is a typing error: no write would ever be confirmed.
    TAVLE_STORE_REPLICAS: numberUpTo(100),
    TAVLE_STORE_SENTINEL_USER: z.string().optional(),
    TAVLE_STORE_SENTINEL_PASSWORD: z.string().optional(),
    TAVLE_STORE_SENTINEL_PASSWORD_FILE: readAs(readValue).optional(),
    TAVLE_PORTAL: z
      .string({error: 'Is required: the path of the portal file.'})
      .pipe(readAs(path => ({portalPath: path, portal: readPortal(path, check)}))),
    TAVLE_TLS_CERT: readAs(readPem).optional(),
    TAVLE_TLS_KEY: readAs(readPem).optional(),
    TAVLE_CLIENT_CA: readAs(path => parseBundle(readPem(path))).optional(),
    TAVLE_CLIENT_CERT_PROXIES: readAs(list => parseNetworks(readEach(list, checkProxy))).optional(),
    TAVLE_TOKEN_JWKS: keySet.optional(),
    TAVLE_TOKEN_ISSUER: z.string().optional(),
    TAVLE_TOKEN_AUDIENCE: z.string().optional(),
    TAVLE_TOKEN_OWNER_CLAIM: z.string(),
    TAVLE_TOKEN_CVR_CLAIM: z.string(),
    TAVLE_TOKEN_NAME_CLAIM: z.string(),
    TAVLE_TOKEN_EDITOR_CLAIM: z.string(),
    TAVLE_TOKEN_EDITOR_VALUE: z.string(),
    TAVLE_SMTP_URL: z
      .string()
      .refine(isSmtpUrl, {error: 'Must be smtp:// or smtps:// with a host, and no path.', abort: true})
      .refine(hasEncodedLogin, 'A percent escape is broken: write % as %25.')
      .optional(),
    TAVLE_MAIL_FROM: z
      .string()
      .refine(isSender, 'Must be an address, or Name <address>, in one line.')
      .transform(parseSender)
      .optional(),
    TAVLE_MAIL_HOUR: numberUpTo(19),
    TAVLE_MAIL_RATE: amount,
    TAVLE_ORIGINS: origins.default([]),
    TAVLE_HSTS: oneOf(['on', 'off']),
    TAVLE_SECURITY_CONTACT: z
      .string()
      .refine(isContact, 'Must be mailto:ADDRESS or an https URL, in ASCII.')
      .optional(),
    TAVLE_MAX_CONNECTIONS: amount,
    TAVLE_MAX_REQUESTS: amount,
    TAVLE_RATE_LIMIT: amountOrOff,
    TAVLE_PUBLIC_RATE_LIMIT: amountOrOff,
    TAVLE_MAX_SUPPLIER_MB: megabytesOrOff,
    TAVLE_MAX_AUTHORITY_MB: megabytesOrOff,
    TAVLE_CVR_CHECK: oneOf(['on', 'off']),
    TAVLE_AUDIT: z.string().optional(),
    TAVLE_LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    TAVLE_LOG_FORMAT: oneOf(['json', 'text']).optional(),
  }) satisfies Record<SettingName, z.ZodType>;

/** The values of the settings. */
export type Settings = {[Name in SettingName]: z.output<ReturnType<typeof schemasFor>[Name]>};

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {error: `Must be one of ${values.join(', ')}.`});

/** Returns whether a text is a contact of RFC 9116, section 2.5.3, that people can open in a browser or send a mail to. */
function isContact(text: string): boolean {
  if (/^mailto:[!-?A-~]+@[!-?A-~]+$/i.test(text)) return true;
  return /^https:[/]{2}[!-~]+$/i.test(text) && URL.canParse(text);
}

const numberUpTo = (max: number) =>
  readAs(text => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
    throw new Error(`Must be a whole number from 0 to ${max}.`);
  });

/** Digits only: `Number` reads 12.000, which is twelve thousand in Danish, as 12. */
const wholeFromOneOn = (error: string) =>
  z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number(error).int(error).min(1, error));

const amount = wholeFromOneOn('Write a whole number from 1 on, in digits only.');

const fromOneOnOrOff = 'Write a whole number from 1 on, in digits only, or off.';

const amountOrOff = z.union(
  [z.literal('off').transform(() => undefined), wholeFromOneOn(fromOneOnOrOff)],
  fromOneOnOrOff,
);

/** The output is in bytes. */
const megabytesOrOff = amountOrOff.transform(megabytes => megabytes && megabytes * 1024 ** 2);

const maxPort = 65_535;

/** A port, or a host and a port. */
const metricsAddress = readAs(text => {
  const [, bracketed, host = bracketed, port] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]\s]+)):)?(\d{1,5})$/.exec(text) ?? [];
  if (Number(port) <= maxPort && (bracketed === undefined || isIPv6(bracketed)))
    return {host, port: Number(port)};
  throw new Error(
    `Must be a port from 0 to ${maxPort}, or HOST:PORT; an IPv6 address in brackets: [::1]:9090.`,
  );
});

/** A file, or a URL without a secret, since logs name the URL. */
const keySet = readAs(location => {
  if (!/^https?:|:\/\//i.test(location)) return checkKeySetFile(location);
  const {error} = baseUrl.safeParse(location);
  if (error) throw new Error(error.issues[0]?.message);
  return new URL(location).href;
});

/** Origins in the form that browsers send: `https://portal.example.dk`. */
const origins = readAs(list =>
  readEach(list, entry => {
    const origin = !entry.includes('*') && URL.canParse(entry) ? new URL(entry).origin : 'null';
    if (origin === entry && origin !== 'null') return entry;
    if (/[;\s]/.test(entry)) throw new Error(`Separate the origins in "${entry}" by commas.`);
    const expected = origin === 'null' ? 'scheme://host[:port]' : origin;
    throw new Error(`Write ${expected} in place of "${entry}": browsers send origins in this form.`);
  }),
);

/** Reads the entries of a list. @throws {ConfigError} with the problems of all entries. */
function readEach(list: string, read: (entry: string) => string): string[] {
  const problems: string[] = [];
  const values = entriesOf(list).map(entry => {
    try {
      return read(entry);
    } catch (error) {
      problems.push((error as Error).message);
      return entry;
    }
  });
  if (problems.length) throw new ConfigError(problems);
  return values;
}

/** Returns the entries of a list in a setting. */
export const entriesOf = (list: string): string[] => list.split(',').map(entry => entry.trim());

/**
 * Returns the schema of a setting that `read` parses.
 *
 * @param read Throws if the setting is invalid. A system error means that the setting names a file that cannot be read.
 */
function readAs<Value>(read: (text: string) => Value) {
  return z.string().transform((text, context): Value => {
    try {
      return read(text);
    } catch (error) {
      const message = isSystemError(error)
        ? describeFileError(`read ${text}`, error)
        : (error as Error).message;
      const problems = error instanceof ConfigError ? error.problems : [message];
      for (const problem of problems) context.addIssue(problem);
      return z.NEVER;
    }
  });
}
