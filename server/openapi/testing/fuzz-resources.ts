import {randomUUID} from 'node:crypto';

import type {createFuzzCallers} from './fuzz-callers.ts';
import {company, supplier} from './fuzz-callers.ts';
import {type Document, operationsOf, type Placed} from './document.ts';
import type {RawResponse, RawRequest} from '../../testing/raw-client.ts';

type Send = (request: RawRequest) => Promise<RawResponse>;
type Callers = Awaited<ReturnType<typeof createFuzzCallers>>;

/** Creates the resource of an operation, and returns the parameters of its path. */
export function createResources(document: Document, callers: Callers, send: Send) {
  const operations = new Map(operationsOf(document).map(placed => [placed.operation.operationId, placed]));

  /** Sends the example of an operation, with changes; gives its `Location`. */
  async function make(id: string, target: string, changes: object = {}): Promise<string> {
    const placed = operations.get(id);
    if (!placed) throw new Error(`There is no operation ${id}.`);
    const [media] = Object.values(placed.operation.requestBody?.content ?? {});
    const body = media && {...(media.example as object), ...changes};
    const answer = await send({
      method: placed.method.toUpperCase(),
      target,
      headers: [...callers(placed), ['content-type', 'application/json']],
      ...(body && {body: Buffer.from(JSON.stringify(body))}),
    });
    if (answer.status !== 201) throw new Error(`${id} gives ${answer.status}: ${answer.text}`);
    return answer.headers.location ?? '';
  }

  const lastPart = (address: string) => address.split('/').at(-1) ?? '';

  const frist = async () => ({
    cvr: company,
    id: lastPart(await make('opretFrist', '/calendar/1/frister', {modtagere: company})),
  });

  async function variantV1() {
    const egetId = `a-${randomUUID()}`;
    const diaId = lastPart(await make('opretFormularV1', '/dia/1/formular', {egetId}));
    return {egetId, diaId};
  }

  async function variantV2() {
    const egetId = `b-${randomUUID()}`;
    await make('skrivFormularV2', `/dia/2/formular/${supplier}/${egetId}`);
    return {cvr: supplier, egetId};
  }

  async function subscription() {
    const address = await make('opretAbonnement', `/calendar/1/virksomheder/${company}/abonnement`);
    return {hemmelighed: lastPart(address).replace('.ics', '')};
  }

  return async ({path, method, operation}: Placed): Promise<Record<string, string>> => {
    switch (path) {
      case '/calendar/1/frister/{id}':
      case '/calendar/1/virksomheder/{cvr}/frister/{id}':
      case '/calendar/1/virksomheder/{cvr}/frister/{id}/kalender.ics':
        return frist();
      case '/dia/1/formular/{id}': {
        const {egetId, diaId} = await variantV1();
        return {id: method === 'get' ? diaId : egetId};
      }
      case '/dia/2/formular/{cvr}/{egetId}':
        return variantV2();
      case '/calendar/1/abonnementer/{hemmelighed}.ics':
        return subscription();
      default: {
        const examples = operation.parameters.filter(parameter => parameter.in === 'path');
        return Object.fromEntries(examples.map(({name, example}) => [name, String(example)]));
      }
    }
  };
}
