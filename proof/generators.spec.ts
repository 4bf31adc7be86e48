import {cp, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {oces3Subject} from '../certificates/certificate-authority.ts';
import {callerWith, trusted} from '../server/testing/certificates.ts';
import {npm} from '../e2e/support/consumer.ts';
import {runShell} from '../e2e/support/shell.ts';
import {expect, skat, test} from '../e2e/support/test.ts';

const sources = fileURLToPath(new URL('generators', import.meta.url));

test.describe.configure({timeout: 600_000});

const orvalConfig = JSON.stringify(
  Object.fromEntries(
    ['fetch', 'axios', 'zod'].map(client => [
      client,
      {input: {target: './openapi.json'}, output: {target: `./out/${client}.ts`, client, mode: 'single'}},
    ]),
  ),
);

/** The command of each generator, which writes TypeScript to `out`. */
const generators = {
  'orval 7': 'node node_modules/orval7/dist/bin/orval.js --config orval.config.json',
  'orval 8': 'node node_modules/orval8/dist/bin/orval.mjs --config orval.config.json',
  'openapi-zod-client': 'npx openapi-zod-client openapi.json -o out/client.ts --export-schemas',
  'Hey API':
    'npx openapi-ts -i ./openapi.json -o out -p @hey-api/typescript @hey-api/sdk zod @hey-api/client-fetch',
  'swagger-typescript-api': 'npx swagger-typescript-api generate -p openapi.json -o out -n api.ts',
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** Installs the generators in a directory with the description. */
async function prepare(directory: string, description: string) {
  await cp(sources, directory, {recursive: true});
  const files = {
    'openapi.json': description,
    'orval.config.json': orvalConfig,
    'tsconfig.json': JSON.stringify({compilerOptions, include: ['out']}),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  await runShell('npm ci', directory, npm);
}

/** The generator whose `z.enum` does not compile with the null that OpenAPI 3.0.3 requires in a nullable enum. */
const onlyVersion31 = 'openapi-zod-client';

for (const path of ['/openapi.json', '/openapi-3.0.json'])
  test(`generators create clients from ${path} that compile with tsc --strict`, async ({
    start,
    directory,
  }) => {
    const {url} = await start();
    await prepare(directory, await (await fetch(url + path)).text());
    for (const [name, command] of Object.entries(generators)) {
      if (path !== '/openapi.json' && name === onlyVersion31) continue;
      await test.step(name, async () => {
        await runShell(`rm -rf out && mkdir out && ${command}`, directory, npm);
        expect(await runShell('ls out', directory)).toContain('.ts');
        await runShell('npx tsc -p .', directory, npm);
      });
    }
  });

/** Delivers a deadline with the client that NSwag creates. */
const program = `
using System;
using System.Net.Http;
using System.Security.Cryptography.X509Certificates;

static class Program
{
    static void Main(string[] args)
    {
        var certificate = new X509Certificate2("client.p12", "hemmelig");
        var handler = new SocketsHttpHandler();
        handler.SslOptions.LocalCertificateSelectionCallback = (sender, host, local, remote, issuers) => certificate;
        var client = new Tavle.TavleClient(new HttpClient(handler)) {BaseUrl = args[0]};
        var frist = new Tavle.Frist {Overskrift = "Moms", Beskrivelse = "Betal", FristDato = "01-09-2099", Modtagere = "12345674"};
        Console.WriteLine(client.OpretFristAsync(null, frist).Result.AntalModtagere);
        foreach (var each in client.HentFristerAsync(null).Result) Console.WriteLine(each.Overskrift);
    }
}
`;

test('NSwag creates a C# client from /openapi-3.0.json that delivers a deadline with a certificate', async ({
  start,
  withOrganisations,
  directory,
}) => {
  const service = await start(withOrganisations);
  const {certificate, key} = await trusted.issue({subject: oces3Subject(skat, 'Skattestyrelsen')});
  await writeFile(join(directory, 'client.pem'), `${certificate}\n${key}`);
  await writeFile(join(directory, 'ca.pem'), trusted.certificate);
  await writeFile(join(directory, 'Program.cs'), program);
  await prepare(directory, (await callerWith(service.url)('GET', '/openapi-3.0.json')).text);
  // Later versions of NSwag do not run on Mono.
  const nswag = 'node_modules/nswag/bin/binaries/Win';
  const references = [
    'System.Net.Http',
    'System.ComponentModel.DataAnnotations',
    'System.Runtime.Serialization',
  ];
  const commands = `openssl pkcs12 -export -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1 -in client.pem -out client.p12 -passout pass:hemmelig
mkdir -p config/.mono/new-certs/Trust
cp ca.pem config/.mono/new-certs/Trust/$(openssl x509 -in ca.pem -noout -hash).0
mono ${nswag}/NSwag.exe openapi2csclient /input:openapi.json /output:Client.cs /namespace:Tavle /classname:TavleClient
cp ${nswag}/Newtonsoft.Json.dll .
mcs ${[...references, 'Newtonsoft.Json.dll'].map(name => `-r:${name}`).join(' ')} Program.cs Client.cs
mono Program.exe https://localhost:${new URL(service.url).port}`;
  const output = await runShell(commands, directory, {XDG_CONFIG_HOME: join(directory, 'config')});
  expect(output).toMatch(/^1\nMoms$/m);
});
