import type {Router} from '@koa/router';
import {createConfig, lintFromString} from '@redocly/openapi-core';
import {pino} from 'pino';
import {describe, expect, it} from 'vitest';

import {createApp} from '../app.ts';
import {expectations} from '../forms/fields-v2.ts';
import {createMetrics} from '../http/metrics.ts';
import {interfaces} from '../interfaces.ts';
import {createFind} from '../operations/find.ts';
import {emptyPortal} from '../portal/portal.ts';
import type {Store} from '../store/store.ts';
import {useTestService} from '../testing/service.ts';
import {version} from '../version.ts';
import {createDocument} from './document.ts';
import {createFit, type Document, operationsOf, responseFor} from './testing/document.ts';
import {testPages} from './testing/pages.ts';

const publicUrl = 'https://tavle.example.dk';
const text = JSON.stringify(createDocument(publicUrl));
const document = JSON.parse(text) as Document;
const operations = operationsOf(document);
const fit = createFit(document);
const service = await useTestService({}, {pages: testPages});

const find = createFind(interfaces);

/** Every method of every address that the application has a router for: all but the declared operations. */
function routes() {
  const app = createApp({
    store: {} as Store,
    portal: () => emptyPortal,
    personOf: () => Promise.reject(new Error('never asked')),
    organisationOf: () => '',
    isCvr: () => true,
    publicUrl,
    origins: [],
    metrics: createMetrics(),
    log: pino({level: 'silent'}),
    stopping: () => false,
    pages: testPages(publicUrl),
  });
  const routers = (app.middleware as {router?: Router}[]).flatMap(({router}) => router ?? []);
  return routers.flatMap(({stack}) =>
    stack.flatMap(layer =>
      layer.methods
        .filter(method => method !== 'HEAD')
        .map(method => ({layer, method: method.toLowerCase()})),
    ),
  );
}

/** Words and letters that no English text has. */
const danish = /[æøå]|\b(?:og|eller|ikke|af|med|som|hvis)\b/i;

/** Every `description` in a JSON Schema. */
function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

/** An address of that form. */
const sample = (path: string) => path.replace(/\{[^}]+\}/g, 'x');

describe('the OpenAPI document', () => {
  it('has all of the routes, and no others', () => {
    const served = routes();
    const others = operations.filter(({path}) => !find(sample(path)));
    const fits = ({layer, method}: (typeof served)[number], described: (typeof operations)[number]) =>
      method === described.method && layer.match(sample(described.path));

    const undescribed = served.filter(route => !others.some(described => fits(route, described)));
    const unserved = others.filter(described => !served.some(route => fits(route, described)));

    expect(served.length).toBeGreaterThan(8);
    expect(operations.length - others.length).toBeGreaterThan(20);
    expect(undescribed.map(({layer, method}) => `${method} ${String(layer.path)}`)).toEqual([]);
    expect(unserved.map(({path, method}) => `${method} ${path}`)).toEqual([]);
  });

  it('has each address in its only letter case', () => {
    const others = operations.map(({path}) => sample(path).toUpperCase());
    const served = routes();
    expect(others.filter(other => served.some(({layer}) => layer.match(other)))).toEqual([]);
    expect(others.filter(find)).toEqual([]);
  });

  it('passes an OpenAPI linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'info-contact': 'error',
        'tag-description': 'error',
        'operation-description': 'error',
        'parameter-description': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
      },
    });
    const problems = await lintFromString({source: text, absoluteRef: '/openapi.json', config});
    expect(problems.map(({ruleId, message, location}) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('states the version and the URL of the service', () => {
    expect(document.info.version).toBe(version);
    expect(document.servers).toEqual([{url: publicUrl}]);
  });

  const named = operations.map(({operation}) => [operation.operationId, operation] as const);

  it.each(named)(
    'describes %s in English: what it does, its parameters and its responses',
    (_, operation) => {
      const {summary, description, parameters, responses} = operation;
      const texts = [
        description,
        ...parameters.map(parameter => parameter.description),
        ...Object.keys(responses).map(status => responseFor(document, operation, status).description),
      ];
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      for (const described of texts) expect(described).toMatch(/^[A-Z`].*\.$/);
      for (const described of [summary, ...texts]) expect(described).not.toMatch(danish);
    },
  );

  it('describes each field in English', () => {
    const described = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      descriptionsIn(schema).map(found => [name, found] as const),
    );
    expect(described.length).toBeGreaterThan(100);
    for (const [name, found] of described) {
      expect(found, name).toMatch(/^[A-Z`].*\.$/);
      // The texts that stand for the numbers of forventet* are values.
      expect(
        expectations.reduce((rest, value) => rest.replace(value, ''), found),
        name,
      ).not.toMatch(danish);
    }
  });

  it.each(named)(
    'gives %s examples of its request and of each response, which fit their schemas',
    (_, operation) => {
      for (const {name, schema, example} of operation.parameters) {
        if (example !== undefined) expect({name, misfits: fit(schema, example)}).toEqual({name});
      }
      const statuses = Object.keys(operation.responses).filter(
        status => status !== '304' && status !== 'default',
      );
      const contents = [
        operation.requestBody?.content,
        ...statuses.map(status => responseFor(document, operation, status).content ?? {}),
      ];
      const examples = contents.flatMap(content => Object.values(content ?? {}));
      expect(examples.length).toBeGreaterThanOrEqual(statuses.length);
      for (const {schema, example} of examples) {
        expect(example).toBeDefined();
        expect(fit(schema, example)).toBeUndefined();
      }
    },
  );

  it('is served to every page, to be kept for a while', async () => {
    const answer = await fetch(`${service.url}/openapi.json`, {
      headers: {origin: 'https://anyone.example'},
    });
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(createDocument(service.url))));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');

    const known = {'if-none-match': answer.headers.get('etag') ?? ''};
    expect((await fetch(`${service.url}/openapi.json`, {headers: known})).status).toBe(304);
    expect((await fetch(`${service.url}/docs/`, {redirect: 'manual'})).headers.get('location')).toBe(
      '../docs',
    );
  });
});
