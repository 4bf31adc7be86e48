import {randomUUID} from 'node:crypto';

import {linkIdOf} from '../../calendar/personal/links.ts';
import type {RawRequest, RawResponse} from '../raw-client.ts';
import {type Document, type Endpoint, operationsOf} from './document.ts';
import {company, supplier} from './example-requests.ts';
import type {createFuzzCredentials} from './fuzz-credentials.ts';

type Send = (request: RawRequest) => Promise<RawResponse>;
type CredentialsOf = Awaited<ReturnType<typeof createFuzzCredentials>>;

/** Returns a function that creates the resource of an operation and returns its path parameters, for `fuzz.test.ts`. Add the path of a new resource to its `switch`. */
export function createResources(document: Document, credentialsOf: CredentialsOf, send: Send) {
  const operations = new Map(
    operationsOf(document).map(endpoint => [endpoint.operation.operationId, endpoint]),
  );

  /** Sends the example of an operation with changes. Returns `Location`. */
  async function create(id: string, target: string, changes: object = {}): Promise<string> {
    const endpoint = operations.get(id);
    if (!endpoint) throw new Error(`There is no operation ${id}.`);
    const [media] = Object.values(endpoint.operation.requestBody?.content ?? {});
    const body = media && {...(media.example as object), ...changes};
    const response = await send({
      method: endpoint.method.toUpperCase(),
      target,
      headers: [...credentialsOf(endpoint), ['content-type', 'application/json']],
      ...(body && {body: Buffer.from(JSON.stringify(body))}),
    });
    if (response.status !== 201) throw new Error(`${id} returned ${response.status}: ${response.text}`);
    return response.headers.location ?? '';
  }

  const lastSegment = (url: string) => url.split('/').at(-1) ?? '';

  const frist = async () => ({
    cvr: company,
    id: lastSegment(await create('opretFrist', '/calendar/1/frister', {modtagere: company})),
  });

  async function variantV1() {
    const egetId = `a-${randomUUID()}`;
    const diaId = lastSegment(await create('opretFormularV1', '/dia/1/formular', {egetId}));
    return {egetId, diaId};
  }

  async function variantV2() {
    const egetId = `b-${randomUUID()}`;
    await create('skrivFormularV2', `/dia/2/formular/${supplier}/${egetId}`);
    return {cvr: supplier, egetId};
  }

  async function subscription() {
    // Makes room: links are limited.
    const listing = operations.get('hentMineAbonnementer');
    const headers = listing ? credentialsOf(listing) : [];
    const mine = '/calendar/1/mine/abonnementer';
    const list = JSON.parse((await send({method: 'GET', target: mine, headers})).text) as {id: string}[];
    for (const {id} of list) await send({method: 'DELETE', target: `${mine}/${id}`, headers});
    const url = await create('opretAbonnement', '/calendar/1/mine/abonnementer');
    const hemmelighed = lastSegment(url).replace('.ics', '');
    return {hemmelighed, cvr: company, id: linkIdOf(hemmelighed)};
  }

  return async ({path, method, operation}: Endpoint): Promise<Record<string, string>> => {
    switch (path) {
      case '/calendar/1/frister/{id}':
      case '/calendar/1/mine/frister/{id}':
      case '/calendar/1/virksomheder/{cvr}/frister/{id}':
      case '/calendar/1/virksomheder/{cvr}/frister/{id}/kalender.ics':
        return frist();
      case '/dia/1/formular/{id}': {
        const {egetId, diaId} = await variantV1();
        return {id: method === 'get' ? diaId : egetId};
      }
      case '/redaktion/1/formularer/{diaId}':
        return variantV1();
      case '/dia/2/formular/{cvr}/{egetId}':
        return variantV2();
      case '/calendar/1/abonnementer/{hemmelighed}.ics':
      case '/calendar/1/mine/abonnementer/{id}':
      case '/calendar/1/virksomheder/{cvr}/abonnementer/{id}':
        return subscription();
      default: {
        const examples = operation.parameters.filter(parameter => parameter.in === 'path');
        return Object.fromEntries(examples.map(({name, example}) => [name, String(example)]));
      }
    }
  };
}
