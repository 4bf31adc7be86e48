import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';

import openapiTypescript, {astToString, type OpenAPI3} from 'openapi-typescript';
import ts from 'typescript';

import {expect, test} from '../e2e/support/test.ts';
import {cvrClaim} from '../server/testing/issuer.ts';

/** The code of a portal developer. The types must reject the lines with `@ts-expect-error`. */
const program = `
import createClient from 'openapi-fetch';

import type {paths} from './description.mts';

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

test('types that are generated from the description make a client that compiles and works with the service', async ({
  start,
  issuer,
}) => {
  const {url} = await start();
  // In `proof`, so that TypeScript and Node.js find its packages.
  const results = resolve('proof/node_modules/.cache');
  await mkdir(results, {recursive: true});
  const directory = await mkdtemp(join(results, 'client-'));
  try {
    await writeFile(join(directory, 'program.mts'), program);
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenAPI3;
    await writeFile(join(directory, 'description.mts'), astToString(await openapiTypescript(document)));

    const compiled = ts.createProgram([join(directory, 'program.mts')], {
      strict: true,
      outDir: directory,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      rewriteRelativeImportExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    });
    const problems = ts.getPreEmitDiagnostics(compiled);
    expect(problems.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);

    compiled.emit();
    const {visit} = (await import(join(directory, 'program.mjs'))) as {
      visit: (url: string, token: string, cvr: string) => Promise<object>;
    };
    const token = await issuer.token('anna', {[cvrClaim]: '12345674'});
    expect(await visit(url, token, '12345674')).toEqual({
      chosen: {cvr: true},
      state: 'active',
      order: [
        ['cvr', 'frister'],
        ['cvr', 'frister'],
      ],
      frister: [],
      url: expect.stringMatching(/\.ics$/),
      fields: {apps: ['Must name at least one app.']},
      wrong: 3,
    });
  } finally {
    await rm(directory, {recursive: true});
  }
});
