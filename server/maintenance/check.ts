import {X509Certificate} from 'node:crypto';
import {isIP} from 'node:net';

import {count, describeUnreadable, type Outcome, problemsOf} from '../cli/messages.ts';
import {createProgress} from '../cli/progress.ts';
import {lendStore} from '../cli/with-store.ts';
import {brokenOf, type Config, ConfigError, readConfig, readStoreConfig, withoutEmpty} from '../config.ts';
import type {Portal} from '../portal/portal.ts';
import {hasReplicas, isMissing, describeEngine} from '../store/open-store.ts';
import {storeSettingNames} from '../setting-descriptions.ts';
import type {Store} from '../store/store.ts';
import {tryAuditLog, tryHostAndPort, tryKeySet, tryMissingStore, tryRoom, tryWriting} from './probes.ts';
import {unfinishedRestore} from './restore.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Finds everything that `tavle serve` would refuse, can't use, or would lose data by, and leaves nothing behind. */
export async function check(variables: NodeJS.ProcessEnv): Promise<Required<Outcome>> {
  const set = withoutEmpty(variables);
  const lines: string[] = [];
  const warnings: string[] = [];
  const problems: string[] = [];

  let isValid = false;
  try {
    const config = readConfig(variables);
    isValid = true;
    lines.push('The settings are valid.', `Portal file ${config.portalPath}: ${contentsOf(config.portal)}.`);
    if (config.embedArchive?.versions.length) {
      lines.push(`Scripts of earlier versions: ${config.embedArchive.versions.join(', ')}.`);
    }
    problems.push(...expired(config));
    warnings.push(...warningsOf(config, set));
  } catch (error) {
    problems.push(...problemsOf(error));
  }

  problems.push(
    ...(await tryHostAndPort(set)),
    ...tryAuditLog(set),
    ...(await tryKeySet(set.TAVLE_TOKEN_JWKS)),
  );
  await checkStore(set, lines, problems);

  if (isValid) lines.push(...interfaces(set));
  lines.push(`${count(problems.length, 'error')}, ${count(warnings.length, 'warning')}.`);
  return {lines, warnings, problems};
}

/** Invalid settings of the store were reported with all others. */
async function checkStore(set: NodeJS.ProcessEnv, lines: string[], problems: string[]): Promise<void> {
  const ofStore = Object.fromEntries(
    Object.entries(set).filter(([name]) => storeSettingNames.some(each => each === name)),
  );
  try {
    const config = readStoreConfig(ofStore);
    if (isMissing(config.store)) {
      const found = tryMissingStore(config.store);
      problems.push(...found);
      if (!found.length)
        lines.push(`The store is created by "tavle serve": ${describeEngine(config.store)}.`);
      return;
    }
    await lendStore(config, 'any', async (store, unreadable) => {
      lines.push(`The store answers: ${describeEngine(config.store)}.`);
      problems.push(...(await store.inspect()));
      if ((await unfinishedRestore(store)) !== undefined) {
        problems.push('A restore into the store has not been finished: restore the same backup again.');
      }
      lines.push(await readAll(store));
      problems.push(...describeUnreadable(unreadable));
      const refused = await tryWriting(store);
      if (!hasReplicas(config.store)) problems.push(...(await tryRoom(config.store)));
      problems.push(...refused);
      if (!refused.length) lines.push('The store takes changes.');
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) problems.push(...problemsOf(error));
  }
}

/** Reads everything. @throws {StoreDamaged} when some of it can't be read. */
async function readAll({contents}: Store): Promise<string> {
  const progress = createProgress();
  let documents = 0;
  for await (const chunk of contents.documents())
    progress.tell('documents read', (documents += chunk.length));
  let others = 0;
  for (const part of [contents.members(), contents.counters()]) {
    for await (const chunk of part) progress.tell('indexes and counters read', (others += chunk.length));
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

/** Names certificates that no client, or no client's certificate, is accepted with. */
function expired({tls, certificates}: Config): string[] {
  const own = tls && new X509Certificate(tls.cert);
  const now = Date.now();
  return brokenOf([
    [
      own !== undefined && Date.parse(own.validTo) < now,
      `TAVLE_TLS_CERT: the certificate expired on ${own?.validTo}.`,
    ],
    [
      certificates?.issuers.every(({validTo}) => Date.parse(validTo) < now) ?? false,
      'TAVLE_CLIENT_CA: every certificate in it has expired.',
    ],
  ]);
}

function warningsOf(
  {portal, portalPath, tls, embedArchive, publicUrl}: Config,
  set: NodeJS.ProcessEnv,
): string[] {
  const {apps, authorities, suppliers} = portal;
  const certificates = certificatesOff(set) === undefined;
  const isEmpty = !apps.size && !authorities.size && !suppliers.size;
  const own = tls && new X509Certificate(tls.cert);
  const left = own && Date.parse(own.validTo) - Date.now();
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return brokenOf([
    [
      !certificates && set.TAVLE_TOKEN_JWKS === undefined,
      'Interfaces A to E return 401 to every caller: neither TAVLE_TOKEN_JWKS nor TAVLE_CLIENT_CA is in use.',
    ],
    [
      set.TAVLE_CLIENT_CA !== undefined && !certificates,
      'TAVLE_CLIENT_CA: no client certificate can arrive without TAVLE_TLS_CERT or TAVLE_CLIENT_CERT_PROXIES.',
    ],
    [
      isEmpty,
      `${portalPath}: names no apps, authorities or suppliers, so nobody can use interfaces A, B, C and D.`,
    ],
    [
      !isEmpty && certificates && !authorities.size,
      `${portalPath}: names no authorities, so nobody can deliver deadlines (interface C).`,
    ],
    [
      embedArchive !== undefined && !embedArchive.versions.length,
      `TAVLE_EMBED_ARCHIVE: ${embedArchive?.directory} has no version with a script, such as 0.1.0/tavle.js.`,
    ],
    [
      embedArchive !== undefined && embedArchive.versions.length > 0 && embedArchive.ignored.length > 0,
      `TAVLE_EMBED_ARCHIVE: is not served, since it is not a version with a script: ${embedArchive?.ignored.slice(0, 10).join(', ')}.`,
    ],
    [
      left !== undefined && left >= 0 && left < 14 * dayMs,
      `TAVLE_TLS_CERT: the certificate is valid until ${own?.validTo} only.`,
    ],
    [
      own !== undefined && host !== undefined && !isFor(own, host),
      `TAVLE_TLS_CERT: the certificate is not for ${host}, the host of TAVLE_PUBLIC_URL.`,
    ],
  ]);
}

function isFor(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
}

/** Returns what is missing for callers with client certificates. */
function certificatesOff(set: NodeJS.ProcessEnv): string | undefined {
  if (set.TAVLE_CLIENT_CA === undefined) return 'set TAVLE_CLIENT_CA';
  if (set.TAVLE_TLS_CERT === undefined && set.TAVLE_CLIENT_CERT_PROXIES === undefined) {
    return 'set TAVLE_TLS_CERT and TAVLE_TLS_KEY, or TAVLE_CLIENT_CERT_PROXIES';
  }
  return undefined;
}

function interfaces(set: NodeJS.ProcessEnv): string[] {
  const state = (missing: string | undefined) => (missing === undefined ? 'on' : `off (${missing})`);
  return [
    `Interfaces A, B and C, for client certificates: ${state(certificatesOff(set))}.`,
    `Interfaces D and E, for tokens: ${state(set.TAVLE_TOKEN_JWKS === undefined ? 'set TAVLE_TOKEN_JWKS' : undefined)}.`,
  ];
}
