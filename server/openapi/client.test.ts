import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import openapiTypescript, {astToString, type OpenAPI3} from 'openapi-typescript';
import ts from 'typescript';
import {afterAll, expect, it} from 'vitest';

import {cvrClaim} from '../testing/issuer.ts';
import {useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {testPackageRoutes} from '../testing/openapi/package-routes.ts';

/** The code of a portal developer. The types must reject the lines with `@ts-expect-error`. */
const program = `
import createClient from 'openapi-fetch';

import type {paths} from './description.ts';

export async function visit(baseUrl: string, token: string, cvr: string) {
  const client = createClient<paths>({baseUrl, headers: {authorization: \`Bearer \${token}\`}});

  const chosen = await client.PUT('/dashboard/1/apps/state', {params: {query: {app: 'cvr', activated: true}}});
  const states = await client.GET('/dashboard/1/apps/state', {params: {query: {apps: ['frister', 'cvr']}}});
  const state: 'hidden' | 'active' | 'deactive' | undefined = states.data?.cvr?.state;

  const order = await client.PUT('/dashboard/1/apps/order', {body: {apps: ['cvr', 'frister']}});
  const ordered = await client.GET('/dashboard/1/apps/order');

  const path = {cvr};
  const frister = await client.GET('/calendar/1/virksomheder/{cvr}/frister', {params: {path}});
  const subscription = await client.POST('/calendar/1/mine/abonnementer', {body: {navn: 'Telefon'}});
  const refused = await client.GET('/dashboard/1/apps/state', {params: {query: {apps: []}}});

  // @ts-expect-error Apps do not have this state.
  const wrongState: 'on' | undefined = states.data?.cvr?.state;
  // @ts-expect-error The apps are missing.
  const wrongQuery = () => client.GET('/dashboard/1/apps/state', {params: {}});
  // @ts-expect-error The recipients are missing.
  const wrongBody = () => client.POST('/calendar/1/frister', {body: {overskrift: '', beskrivelse: '', fristDato: ''}});

  return {
    chosen: chosen.data,
    state,
    order: [order.data?.apps, ordered.data?.apps],
    frister: frister.data?.map(({fristId}) => fristId),
    url: subscription.data?.url,
    fields: refused.error?.errors,
    wrong: [wrongState, wrongQuery, wrongBody].length,
  };
}
`;

// In the project, so that its packages are resolved.
mkdirSync('test-results', {recursive: true});
const directory = mkdtempSync(join(process.cwd(), 'test-results', 'client-'));
writeFileSync(join(directory, 'program.ts'), program);
const service = await useTestService({}, {extraRoutes: testPackageRoutes});

afterAll(() => rmSync(directory, {recursive: true}));

// The compiler takes seconds. The proof of a release also generates clients with five other generators.
it.runIf(isThorough)(
  'generates TypeScript types for a client that compiles and works with the service',
  async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenAPI3;
    writeFileSync(join(directory, 'description.ts'), astToString(await openapiTypescript(document)));

    const compiled = ts.createProgram([join(directory, 'program.ts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    });
    const problems = ts.getPreEmitDiagnostics(compiled);
    expect(problems.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);

    const {visit} = (await import(join(directory, 'program.ts'))) as {
      visit: (url: string, token: string, cvr: string) => Promise<object>;
    };
    const token = await service.issuer.token('anna', {[cvrClaim]: '12345674'});
    expect(await visit(service.url, token, '12345674')).toEqual({
      chosen: {cvr: true},
      state: 'active',
      order: [
        ['cvr', 'frister'],
        ['cvr', 'frister'],
      ],
      frister: [],
      url: expect.stringMatching(/\.ics$/) as string,
      fields: {apps: ['Must name at least one app.']},
      wrong: 3,
    });
  },
);
