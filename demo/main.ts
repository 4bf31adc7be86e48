// The command `tavle demo`, for people who try Tavle; `server/cli/program.ts` starts it. Add a step here, and its code
// in a file of this folder. The demo issues tokens without a login, so it must only listen on localhost.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {readVariables} from '../server/config.ts';
import {describeFileError} from '../server/files.ts';
import {Problem} from '../server/problem.ts';
import {packageDirectory} from '../server/package.ts';
import {run} from '../server/cli/run.ts';
import {settings} from '../server/settings.ts';
import {createProgress} from '../server/maintenance/progress.ts';
import {createAuthorities, organisationsOf} from './authorities.ts';
import {demoCertificates} from './certificate-files.ts';
import {acceptSuggestions} from './editors.ts';
import {clients} from './companies.ts';
import {bookkeeper, createIssuer, editor} from './issuer.ts';
import {chooseMails, createDemoMailer} from './mails.ts';
import {openApiRoutes} from './openapi.ts';
import {certificatePort, portProblem} from './ports.ts';
import {demoRoutes} from './routes.ts';
import {createSuppliers} from './suppliers.ts';
import {startMtlsServer, type MtlsServer} from './mtls-server.ts';
import {welcome} from './welcome.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];
const directory = join('data', 'demo');

/** Whether the editor of the demo has a long list of forms. */
const manyForms = process.argv.includes('--many-forms');

const env = readVariables(process.env);
const port = env.TAVLE_PORT ?? String(settings.TAVLE_PORT.default);
const host = env.TAVLE_HOST ?? settings.TAVLE_HOST.default;
if (!loopback.includes(host)) {
  failWith(
    `TAVLE_HOST: Must be one of ${loopback.join(', ')}. The demo issues tokens without a login, so it only listens on localhost.`,
  );
}
if (env.TAVLE_PUBLIC_URL !== undefined && /^https?:\/\/[^/]+\/+[^/]/.test(env.TAVLE_PUBLIC_URL)) {
  failWith(
    `TAVLE_PUBLIC_URL: Must not have a path. The demo's pages only work at the root of a host; \`tavle serve\` works below a path.`,
  );
}
const problem = await portProblem(host, Number(port));
if (problem !== undefined) failWith(problem);

attempt(`create ${directory}`, () => mkdirSync(directory, {recursive: true}));
const issuer = await createIssuer();
// These files contain the key and the URL of this demo. Other ones may run in the same directory.
const keySetFile = join(directory, `jwks-${Number(port)}.json`);
attempt(`write to ${keySetFile}`, () => writeFileSync(keySetFile, JSON.stringify(issuer.keySet)));

const sampleFile = join(packageDirectory, 'demo/portal.json');
const {authorities: senders, suppliers} = organisationsOf(sampleFile);
const portalFile = join(directory, `portal-${Number(port)}.json`);
/** Writes the sample portal file with the URLs at which the demo serves the pages of forms and the calendar. */
function writePortal(url: string): void {
  const sample = JSON.parse(readFileSync(sampleFile, 'utf8')) as {portal: object};
  const kalenderUrl = `${url}/demo/frister.html?tavle-frist={cvr}-{fristId}`;
  const portal = {...sample.portal, url: `${url}/demo`, kalenderUrl};
  writeFileSync(portalFile, JSON.stringify({...sample, portal}));
}
attempt(`write to ${portalFile}`, () =>
  writePortal(env.TAVLE_PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
);
const certificateDirectory = join(directory, 'certificates');
const certificates = await demoCertificates(certificateDirectory, [...senders, ...suppliers]).catch(
  (error: unknown) => failWith(describeFileError(`use the certificates in ${certificateDirectory}`, error)),
);
let mtlsServer: MtlsServer | undefined;
const startedMtlsServer = () => {
  if (!mtlsServer)
    throw new Problem(503, 'The demo is starting. Try again in a moment.', {headers: {'Retry-After': '1'}});
  return mtlsServer;
};
const authorities = createAuthorities(senders, certificates, startedMtlsServer);
const formSuppliers = createSuppliers(suppliers, certificates, startedMtlsServer);

/** Prevents DNS rebinding: another site must not reach the demo, which issues tokens without a login. */
const hosts = ['localhost', '127.0.0.1', '[::1]'];
if (env.TAVLE_PUBLIC_URL !== undefined && URL.canParse(env.TAVLE_PUBLIC_URL)) {
  hosts.push(new URL(env.TAVLE_PUBLIC_URL).hostname);
}

const mailsFile = join(directory, 'mails.json');
const {mailer, mails} = attempt(`read ${mailsFile}`, () => createDemoMailer(mailsFile));

const variables = {
  TAVLE_STORE: `file:${join(directory, 'store')}`,
  TAVLE_AUDIT: join(directory, 'audit.jsonl'),
  TAVLE_SMTP_URL: 'smtp://localhost',
  TAVLE_MAIL_FROM: 'Mit Virke <frister@example.dk>',
  // Mails are due from midnight on, so today's mails appear soon after the start.
  TAVLE_MAIL_HOUR: '0',
  ...env,
  // The demo does not use a socket that systemd passes.
  LISTEN_PID: undefined,
  TAVLE_PORTAL: portalFile,
  TAVLE_HOST: host,
  TAVLE_CLIENT_CA: certificates.ca,
  TAVLE_TOKEN_JWKS: keySetFile,
  TAVLE_TOKEN_ISSUER: issuer.name,
  TAVLE_TOKEN_AUDIENCE: issuer.audience,
};

await run(variables, {
  hosts,
  ...(env.TAVLE_SMTP_URL === undefined && {mailer}),

  extraRoutes: publicUrl => [
    openApiRoutes(publicUrl, () => startedMtlsServer().url),
    ...demoRoutes(join(packageDirectory, 'pages'), issuer, authorities, formSuppliers, mails),
  ],

  async onReady(service) {
    const {url, handle, store} = service;
    // With port 0, the system chooses the port, which is known only now.
    if (port === '0' && env.TAVLE_PUBLIC_URL === undefined) {
      writePortal(url);
      await service.reload(variables);
    }
    const secondPort = certificatePort(env.TAVLE_PORT === '0' ? 0 : Number(new URL(url).port));
    const opened = await startMtlsServer(handle, url, certificates, host, secondPort);
    mtlsServer = opened;
    await authorities.deliverAll(store, createProgress());
    await formSuppliers.createSampleForms(`${url}/demo/loesning.html`, manyForms ? 600 : 0);
    await acceptSuggestions(url, (await issuer.issue(editor)).token);
    if (env.TAVLE_SMTP_URL === undefined) {
      const navne = Object.fromEntries(clients.map(({cvr, virksomhed}) => [cvr, virksomhed]));
      await chooseMails(url, await issuer.issue(bookkeeper), {email: 'erik@example.dk', navne}, mails);
    }
    process.stdout.write(welcome(url, opened.url, directory, certificateDirectory));
    return () => opened.close();
  },
});

/** Runs a step that reads or writes files. If it fails, reports the failure and ends the demo. */
function attempt<Result>(action: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    return failWith(describeFileError(action, error));
  }
}

function failWith(problem: string): never {
  process.stderr.write(`tavle demo can't start:\n  ${problem}\n`);
  process.exit(1);
}
