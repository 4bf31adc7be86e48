import type {X509Certificate} from 'node:crypto';
import {isIP} from 'node:net';

import {count, describeUnreadable, type Outcome, problemsOf} from './messages.ts';
import {createProgress} from './progress.ts';
import {withStore} from './with-store.ts';
import {
  entriesOf,
  problemsOfRules,
  readConfig,
  readStoreConfig,
  readValidSettings,
  readVariables,
  type Settings,
  withoutMalformed,
} from '../config.ts';
import {ConfigError, storeSettingNames} from '../settings.ts';
import type {Portal} from '../portal/portal.ts';
import {describeEngine, isEmbedded, isMissing} from '../store/open-store.ts';
import {classOf, isWide} from '../http/addresses.ts';
import {warnOfFileLimit} from '../http/connections.ts';
import {withoutIssuer} from '../identity/ca-bundle.ts';
import {requireFinishedRestore} from '../store/readiness.ts';
import type {Store} from '../store/store.ts';
import {serverCertificateOf, unusableCertificates} from '../unusable-certificates.ts';
import {
  tryAuditLog,
  tryHostAndPort,
  tryKeySet,
  tryMailServer,
  tryMissingStore,
  tryWriting,
  warnOfFileSystem,
} from './probes.ts';

/* `tavle check`, for `cli/commands.ts`: reports to operators the settings that `tavle serve` would reject, and those
 * that risk data. Add a warning to `warningsOf`, and a test of a port, a file or a server to `probes.ts`. The check
 * must leave no files or documents. One problem must not hide others. */

const dayMs = 24 * 60 * 60 * 1000;

/** Reports settings that `tavle serve` would reject or cannot use, and settings that risk data. Leaves no files or documents. */
export async function check(variables: NodeJS.ProcessEnv): Promise<Required<Outcome>> {
  const env = readVariables(variables);
  const lines: string[] = [];
  const warnings: string[] = [];
  const problems: string[] = [];

  let isValid = false;
  try {
    const {portalPath, portal} = readConfig(variables);
    isValid = true;
    lines.push('The settings are valid.', `Portal file ${portalPath}: ${contentsOf(portal)}.`);
  } catch (error) {
    problems.push(...problemsOf(error));
  }

  const values = readValidSettings(variables);
  const {TAVLE_SMTP_URL: smtpUrl} = values;
  problems.push(...unusableCertificates(values));
  warnings.push(...warningsOf(values, env), ...warnOfFileLimit(values.TAVLE_MAX_CONNECTIONS ?? 0));
  if (smtpUrl !== undefined) {
    const found = await tryMailServer(smtpUrl, values.TAVLE_PUBLIC_URL);
    problems.push(...found);
    if (!found.length) lines.push('The mail server responds.');
  }

  problems.push(
    ...(await tryHostAndPort(env)),
    ...tryAuditLog(withoutMalformed(env)),
    ...(await tryKeySet(env)),
  );
  await checkStore(env, lines, warnings, problems);

  if (isValid) lines.push(...interfaces(env));
  lines.push(`${count(problems.length, 'error')}, ${count(warnings.length, 'warning')}.`);
  return {lines, warnings, problems};
}

/** Checks the store, but not its settings: {@link check} has reported invalid ones. */
async function checkStore(
  env: NodeJS.ProcessEnv,
  lines: string[],
  warnings: string[],
  problems: string[],
): Promise<void> {
  const ofStore = Object.fromEntries(
    Object.entries(env).filter(([name]) => storeSettingNames.some(each => each === name)),
  );
  try {
    const config = readStoreConfig(ofStore);
    if (isEmbedded(config.store)) warnings.push(...(await warnOfFileSystem(config.store)));
    if (isMissing(config.store)) {
      const found = tryMissingStore(config.store);
      problems.push(...found);
      if (!found.length)
        lines.push(`The store is created by "tavle serve": ${describeEngine(config.store)}.`);
      return;
    }
    await withStore(config, 'any', async (store, unreadable) => {
      lines.push(`The store responds: ${describeEngine(config.store)}.`);
      problems.push(...(await store.inspect()));
      await requireFinishedRestore(store).catch((error: unknown) => problems.push(...problemsOf(error)));
      lines.push(await readAll(store));
      problems.push(...describeUnreadable(unreadable));
      const writeProblems = await tryWriting(store);
      problems.push(...writeProblems);
      if (!writeProblems.length) lines.push('The store accepts writes.');
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) problems.push(...problemsOf(error));
  }
}

/** Reads the whole store. @throws {StoreUnavailable} if a part cannot be read. */
async function readAll({contents}: Store): Promise<string> {
  const progress = createProgress();
  let documents = 0;
  for await (const chunk of contents.documents())
    progress.report('documents read', (documents += chunk.length));
  let others = 0;
  for (const part of [contents.members(), contents.counters()]) {
    for await (const chunk of part) progress.report('indexes and counters read', (others += chunk.length));
  }
  progress.end();
  return `The store can be read: ${count(documents, 'document')}.`;
}

function contentsOf({apps, authorities, suppliers, masters}: Portal): string {
  return [
    count(apps.size, 'app'),
    count(authorities.size, 'authority', 'authorities'),
    count(suppliers.size, 'supplier'),
    count(masters.size, 'form master'),
  ].join(', ');
}

/** Returns warnings about valid settings, and none about the others. @param values The valid settings. */
function warningsOf(values: Partial<Settings>, env: NodeJS.ProcessEnv): string[] {
  const {TAVLE_CLIENT_CA: issuers, TAVLE_PUBLIC_URL: publicUrl, TAVLE_TOKEN_JWKS: jwks} = values;
  const {portalPath, portal} = values.TAVLE_PORTAL ?? {};
  const certificates = missingForCertificates(env) === undefined;
  const proxyEntries = values.TAVLE_CLIENT_CERT_PROXIES
    ? entriesOf(env.TAVLE_CLIENT_CERT_PROXIES ?? '').filter(Boolean)
    : [];
  // Without TLS, a proxy may have another bundle.
  const ca = env.TAVLE_TLS_CERT !== undefined && issuers ? withoutIssuer(issuers) : undefined;
  const isEmpty = portal && !portal.apps.size && !portal.authorities.size && !portal.suppliers.size;
  const serverCertificate = serverCertificateOf(values);
  const remainingMs = serverCertificate && Date.parse(serverCertificate.validTo) - Date.now();
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return problemsOfRules([
    [
      'Interfaces A to E and G return 401 to every caller: neither TAVLE_TOKEN_JWKS nor TAVLE_CLIENT_CA is in use.',
      !certificates && env.TAVLE_TOKEN_JWKS === undefined,
    ],
    [
      'TAVLE_CLIENT_CA: no client certificate can arrive without TAVLE_TLS_CERT or TAVLE_CLIENT_CERT_PROXIES.',
      env.TAVLE_CLIENT_CA !== undefined && !certificates,
    ],
    [
      `${portalPath}: names no apps, authorities or suppliers, which interfaces A, B, C and D require.`,
      isEmpty ?? false,
    ],
    [
      `${portalPath}: names no authorities, which interface C requires.`,
      isEmpty === false && certificates && !portal?.authorities.size,
    ],
    ...proxyEntries.map(
      entry =>
        [
          `TAVLE_CLIENT_CERT_PROXIES: every address in ${entry} can send the certificate of any caller. Name your proxies.`,
          isWide(entry),
        ] as const,
    ),
    [
      'TAVLE_PUBLIC_RATE_LIMIT: does not count visitors behind a proxy of TAVLE_CLIENT_CERT_PROXIES. Limit each visitor in the proxy, then set it to off.',
      proxyEntries.length > 0 && values.TAVLE_PUBLIC_RATE_LIMIT !== undefined,
    ],
    [
      'TAVLE_TOKEN_JWKS: http does not protect the key set on its way from another host. Use https.',
      jwks !== undefined && isRemoteHttp(jwks),
    ],
    [
      `TAVLE_TLS_CERT: the certificate is valid until ${serverCertificate?.validTo} only.`,
      remainingMs !== undefined && remainingMs >= 0 && remainingMs < 14 * dayMs,
    ],
    [
      `TAVLE_TLS_CERT: the certificate is not for ${host}, the host of TAVLE_PUBLIC_URL.`,
      serverCertificate !== undefined && host !== undefined && !isFor(serverCertificate, host),
    ],
    [
      `TAVLE_CLIENT_CA: the issuer of the CA "${ca?.subject.replaceAll('\n', ', ')}" is not in it, so a TLS handshake without a server name refuses its certificates.`,
      ca !== undefined,
    ],
  ]);
}

function isRemoteHttp(location: string): boolean {
  if (!location.startsWith('http:')) return false;
  const host = new URL(location).hostname.replace(/^\[|\]$/g, '');
  return !/(?:^|\.)localhost$/.test(host) && classOf(host) !== 'loopback';
}

function isFor(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
}

/** Returns the missing setting for client certificates, if any. */
function missingForCertificates(env: NodeJS.ProcessEnv): string | undefined {
  if (env.TAVLE_CLIENT_CA === undefined) return 'set TAVLE_CLIENT_CA';
  if (env.TAVLE_TLS_CERT === undefined && env.TAVLE_CLIENT_CERT_PROXIES === undefined) {
    return 'set TAVLE_TLS_CERT and TAVLE_TLS_KEY, or TAVLE_CLIENT_CERT_PROXIES';
  }
  return undefined;
}

function interfaces(env: NodeJS.ProcessEnv): string[] {
  const state = (missing: string | undefined) => (missing === undefined ? 'on' : `off (${missing})`);
  const missing = missingForCertificates(env);
  // What a command cannot test.
  const unchecked =
    env.TAVLE_CLIENT_CERT_PROXIES === undefined
      ? 'Not checked: revoked client certificates, which only a proxy can refuse.'
      : 'Not checked: whether the proxies refuse expired, foreign and revoked client certificates. Try one of each.';
  return [
    `Interfaces A, B and C, for client certificates: ${state(missing)}.`,
    ...(missing === undefined ? [unchecked] : []),
    `Interfaces D, E and G, for tokens: ${state(env.TAVLE_TOKEN_JWKS === undefined ? 'set TAVLE_TOKEN_JWKS' : undefined)}.`,
  ];
}
