import {describe, expect, it} from 'vitest';

import {expectations} from '../forms/fields-v2.ts';
import {descriptions} from '../interfaces.ts';
import {useTestService} from '../testing/service.ts';
import {version} from '../package.ts';
import {createDocument} from './document.ts';
import {toVersion30} from './version-3-0.ts';
import {createSchemaCheck, type Document, operationsOf, responseFor} from '../testing/openapi/document.ts';
import {testPackageRoutes} from '../testing/openapi/package-routes.ts';

const publicUrl = 'https://tavle.example.dk';
const created = createDocument(descriptions, publicUrl);
const text = JSON.stringify(created);
const document = JSON.parse(text) as Document;
const operations = operationsOf(document);
const schemaErrors = createSchemaCheck(document);
const service = await useTestService({}, {extraRoutes: testPackageRoutes});

/** Danish words and letters. */
const danish = /[æøå]|\b(?:og|eller|ikke|af|med|som|hvis)\b/i;

/** Returns every `description` in a JSON Schema. */
function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

/** Returns a URL path that matches a template. */
const sample = (path: string) => path.replace(/\{[^}]+\}/g, 'x');

describe('the OpenAPI document', () => {
  const methodsAt = async (path: string) => {
    const {status, headers} = await fetch(service.url + path, {method: 'OPTIONS'});
    return status === 404 ? [] : (headers.get('allow') ?? '').split(', ').filter(name => name !== 'HEAD');
  };

  it('has all methods of each path, and no others', async () => {
    for (const path of new Set(operations.map(each => each.path))) {
      const described = operations.filter(each => each.path === path).map(({method}) => method.toUpperCase());
      expect([path, (await methodsAt(sample(path))).sort()]).toEqual([path, described.sort()]);
    }
  });

  it.each(['toUpperCase', 'trailing slash', 'double slash'])(
    'has paths that are matched exactly: %s',
    async kind => {
      const variants: Record<string, (path: string) => string> = {
        toUpperCase: path => path.toUpperCase(),
        'trailing slash': path => `${path}/`,
        'double slash': path => path.replace(/(?<=.)\//, '//'),
      };
      for (const {path} of operations) {
        const other = variants[kind]?.(sample(path)) ?? path;
        if (other === path || /^\/(?:docs|embed)\b/.test(path)) continue;
        expect([other, await methodsAt(other)]).toEqual([other, []]);
      }
    },
  );

  it('states the version and the URL of the service', () => {
    expect(document.info.version).toBe(version);
    expect(document.servers).toEqual([{url: publicUrl}]);
  });

  const named = operations.map(({operation}) => [operation.operationId, operation] as const);

  it.each(named)('describes %s, its parameters and its responses in English', (_, operation) => {
    const {summary, description, parameters, responses} = operation;
    const texts = [
      description,
      ...parameters.map(parameter => parameter.description),
      ...Object.keys(responses).map(status => responseFor(document, operation, status).description),
    ];
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    for (const described of texts) expect(described).toMatch(/^[A-Z`].*\.$/);
    for (const described of [summary, ...texts]) expect(described).not.toMatch(danish);
  });

  it('documents If-Match for each change of what a GET of the same URL returns', () => {
    const read = new Set(operations.filter(({method}) => method === 'get').map(({path}) => path));
    const unconditional = operations.filter(
      ({path, method, operation}) =>
        ['put', 'delete'].includes(method) && read.has(path) && !('412' in operation.responses),
    );
    // The query of this PUT differs from that of a GET, so its URL does as well.
    expect(unconditional.map(({operation}) => operation.operationId)).toEqual(['vaelgApp']);
  });

  it('describes each field in English', () => {
    const described = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      descriptionsIn(schema).map(found => [name, found] as const),
    );
    expect(described.length).toBeGreaterThan(100);
    for (const [name, found] of described) {
      expect(found, name).toMatch(/^[A-Z`].*\.$/);
      // The names of the values of forventet* are Danish.
      expect(
        expectations.reduce((rest, value) => rest.replace(value, ''), found),
        name,
      ).not.toMatch(danish);
    }
  });

  it.each(named)(
    'has examples of the request and of each response of %s that match their schemas',
    (_, operation) => {
      for (const {name, schema, example} of operation.parameters) {
        if (example !== undefined) expect({name, misfits: schemaErrors(schema, example)}).toEqual({name});
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
        expect(schemaErrors(schema, example)).toBeUndefined();
      }
    },
  );

  it.each([
    ['/openapi.json', (served: typeof created) => served],
    ['/openapi-3.0.json', toVersion30],
  ])('is served as %s to every origin, with caching', async (path, convert) => {
    const response = await fetch(service.url + path, {headers: {origin: 'https://anyone.example'}});
    expect(await response.json()).toEqual(
      JSON.parse(JSON.stringify(convert(createDocument(descriptions, service.url)))),
    );
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');

    const known = {'if-none-match': response.headers.get('etag') ?? ''};
    expect((await fetch(service.url + path, {headers: known})).status).toBe(304);
  });

  it.each(['portal', 'formular-1', 'formular-2'])(
    'has the JSON Schema %s, which a client with its current tag gets once',
    async name => {
      const schema = `${service.url}/schema/${name}.json`;
      const {status, headers} = await fetch(schema);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json; charset=utf-8']);

      const known = {'if-none-match': headers.get('etag') ?? ''};
      const again = await fetch(schema, {headers: known});
      expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
    },
  );

  it('redirects /docs/ to its page', async () => {
    const {headers} = await fetch(`${service.url}/docs/`, {redirect: 'manual'});
    expect(headers.get('location')).toBe('../docs');
  });
});
