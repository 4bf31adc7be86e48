import {mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';

import {
  createCertificateAuthority,
  oces2Subject,
  oces3Subject,
} from '../../certificates/certificate-authority.ts';
import {writeCertificate} from '../../certificates/write-certificate.ts';
import {describeFileError, makeDirectory} from '../files.ts';
import {plainText, settingDescriptions, type SettingName} from '../settings.ts';
import {addDays, formatDate, today} from '../time/dates.ts';
import {type Outcome, CommandError} from '../maintenance/messages.ts';
import {report} from './report.ts';
import {testIssuer, writeTestKeys} from './test-issuer.ts';

/** Runs `tavle init`, which writes the files of a test service, for operators who begin with `docs/start/operator.md`.
 * Change the files in `testPortalFile` and `testSettings`, and the printed commands in `nextSteps`. Users copy these,
 * so `e2e/init.spec.ts` runs them. Files of users must never be overwritten. */
export const init = (directory: string, typedPort: string): Promise<void> =>
  report('init', async () => {
    const port = Number(typedPort);
    if (!/^\d+$/.test(typedPort) || port < 1 || port > 65_535)
      throw new CommandError(`--port: Must be a whole number from 1 to 65535, not "${typedPort}".`);
    try {
      await createTestService(directory, port);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(describeFileError(`write to ${directory}`, error), {cause: error});
    }
    return {lines: nextSteps(directory, port), problems: []} satisfies Outcome;
  });

function nextSteps(directory: string, port: number): string[] {
  const load = `cd ${quote(directory)} && set -a && . ./tavle.env && set +a`;
  const tavle = thisCommand();
  const deadline = {
    modtagere: testCompany.cvr,
    overskrift: 'Min første frist',
    beskrivelse: '<p>Leveret med et testcertifikat.</p>',
    fristDato: formatDate(addDays(today(), 30)),
  };
  return [
    `${directory} has the settings (tavle.env), a portal file to edit (portal.json), a key set for test tokens (tokens), and test certificates that are valid for a year:`,
    '  certificates/authority.pem   an authority, subject as OCES3 has it (interface C)',
    '  certificates/supplier.pem    a supplier of forms, subject as OCES2 has it (interfaces A and B)',
    '',
    'Check the settings and start the service:',
    '',
    `  ${load}`,
    `  ${tavle} check`,
    `  ${tavle} serve`,
    '',
    'Deliver a deadline, in another terminal:',
    '',
    `  ${load}`,
    "  curl --cacert certificates/ca.pem --cert certificates/authority.pem --key certificates/authority.key --header 'Content-Type: application/json' " +
      `--data ${quote(JSON.stringify(deadline))} https://localhost:${port}/calendar/1/frister`,
    '',
    'Read the calendar of the company:',
    '',
    `  curl --cacert certificates/ca.pem --header "Authorization: Bearer $(${tavle} token --sub test --cvr ${testCompany.cvr})" https://localhost:${port}/calendar/1/virksomheder/${testCompany.cvr}/frister`,
  ];
}

/** Returns the command that started this process, so that users can copy the printed lines. */
function thisCommand(): string {
  const script = process.argv[1] ?? '';
  if (process.env.npm_command === 'exec') return 'npx tavle';
  return basename(script) === 'tavle' ? 'tavle' : `node ${quote(script)}`;
}

/** Quotes a word for the shell if necessary. */
function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Invented organisations with valid CVR numbers. */
const testAuthority = {cvr: '99999918', navn: 'Testmyndigheden'};
const testMunicipality = {cvr: '99999942', navn: 'Testkommunen', kommunekode: '999'};
const testSupplier = {cvr: '99999926', navn: 'Testleverandøren'};
const testCompany = {cvr: '99999934', navn: 'Testvirksomheden'};

/**
 * Writes the files of a test service, except its store: `tavle.env`, `portal.json`, `certificates` and `tokens`. Leaves no files after a failure.
 *
 * @param directory A missing or empty directory.
 * @param port The port of the service.
 * @throws {CommandError} if the directory is not empty.
 * @throws {NodeJS.ErrnoException} when something can't be written.
 */
export async function createTestService(directory: string, port: number): Promise<void> {
  const created = makeDirectory(directory);
  if (readdirSync(directory).length) {
    throw new CommandError(`${directory} is not empty, and nothing is overwritten.`);
  }
  const certificates = join(directory, 'certificates');
  const tokens = join(directory, 'tokens');
  const portalFile = join(directory, 'portal.json');
  const settingsFile = join(directory, 'tavle.env');
  try {
    const issued = await issueAll();
    mkdirSync(certificates, {mode: 0o700});
    writeFileSync(join(certificates, 'ca.pem'), issued.ca);
    for (const [name, certificate] of Object.entries(issued.certificates)) {
      writeCertificate(join(certificates, name), certificate);
    }
    mkdirSync(tokens, {mode: 0o700});
    writeTestKeys(tokens);
    writeFileSync(portalFile, `${JSON.stringify(testPortalFile(port), undefined, 2)}\n`);
    writeFileSync(settingsFile, testSettingsFile(port));
  } catch (error) {
    for (const path of [certificates, tokens, portalFile, settingsFile, ...created.slice(0, 1)]) {
      rmSync(path, {recursive: true, force: true});
    }
    throw error;
  }
}

/** Returns the service's certificate and a client certificate of each kind, by file name. */
async function issueAll() {
  const authority = await createCertificateAuthority('Tavle test CA');
  const hosts = ['localhost', '127.0.0.1', '::1'];
  return {
    ca: authority.certificate,
    certificates: {
      server: await authority.issue({subject: [{CN: ['localhost']}], hosts}),
      authority: await authority.issue({subject: oces3Subject(testAuthority.cvr, testAuthority.navn)}),
      supplier: await authority.issue({subject: oces2Subject(testSupplier.cvr, testSupplier.navn)}),
    },
  };
}

/** Returns the portal file of a test service: an example of each item. */
const testPortalFile = (port: number) => ({
  portal: {navn: 'Testportalen', url: `https://localhost:${port}`},
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'formularer', tilstand: 'deactive'},
  ],
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'TEST', ...testAuthority, type: 'stat'},
    // Interface A publishes forms for municipalities only.
    {myndighedsid: 2, forkortelse: 'Testkommunen', ...testMunicipality, type: 'kommune'},
  ],
  leverandoerer: [{...testSupplier, paaVegneAf: []}],
  formularmastre: [{id: 1, titel: 'Testformular', publiceringsdato: '2025-01-01'}],
  antalVirksomheder: 1000,
});

/** Returns the settings that a test service needs, with paths relative to its directory. */
const testSettings = (port: number): Readonly<Partial<Record<SettingName, string>>> => ({
  TAVLE_PORT: String(port),
  TAVLE_PUBLIC_URL: `https://localhost:${port}`,
  TAVLE_STORE: 'file:store',
  TAVLE_PORTAL: 'portal.json',
  TAVLE_TLS_CERT: 'certificates/server.pem',
  TAVLE_TLS_KEY: 'certificates/server.key',
  TAVLE_CLIENT_CA: 'certificates/ca.pem',
  TAVLE_TOKEN_JWKS: 'tokens/jwks.json',
  TAVLE_TOKEN_ISSUER: testIssuer.issuer,
  TAVLE_TOKEN_AUDIENCE: testIssuer.audience,
});

/** Returns a settings file for `sh`, systemd and Docker: every setting with its description, and the values for a test service. */
function testSettingsFile(port: number): string {
  const set = testSettings(port);
  const entries = Object.entries(settingDescriptions).map(([name, {defaultText, description}]) => {
    const value = set[name as SettingName];
    return [
      `# ${name}: ${plainText(description)}.`,
      `# Default: ${plainText(defaultText)}`,
      value === undefined ? `#${name}=` : `${name}=${value}`,
    ].join('\n');
  });
  return `# Settings of a test service, written by "tavle init".\n\n${entries.join('\n\n')}\n`;
}
