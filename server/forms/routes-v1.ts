import {Router} from '@koa/router';
import type {Context} from 'koa';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {parseIdempotencyKey} from '../http/idempotency-key.ts';
import {requireMatch} from '../http/if-match.ts';
import {Problem} from '../http/problem.ts';
import {bounds} from '../limits/bounds.ts';
import type {IdempotentRequest} from '../store/idempotency.ts';
import {changedVariantV1, newVariantV1} from './contents.ts';
import {toV1} from './representations.ts';
import {type FormRoutes, type NamedContext, nameOf, present, whole} from './routes-common.ts';
import {isPublished, type Variant, type VariantName} from './variant.ts';

/** Interface A: the variants of the supplier or authority whose certificate calls. */
export function formRoutesV1({registry, creation, portal, organisationOf, publicUrl}: FormRoutes): Router {
  const all = '/dia/1/formular';
  const router = new Router({sensitive: true, strict: true});

  /** @throws {Problem} 403 for a caller that is neither a supplier nor an authority of the portal. */
  function supplierOf(context: NamedContext): string {
    const cvr = organisationOf(context);
    noteChange(context, {caller: cvr, id: context.params.egetId});
    const {suppliers, authorities} = portal();
    if (suppliers.has(cvr) || authorities.has(cvr)) return cvr;
    throw new Problem(
      403,
      'Only suppliers and authorities of this portal may use this interface. Ask the portal to add you.',
    );
  }

  const variantOf = (context: NamedContext): Promise<VariantName> =>
    nameOf(registry, supplierOf(context), context.params.egetId ?? '');

  async function create(
    context: Context,
    cvr: string,
    body: Record<string, unknown>,
    request: IdempotentRequest | undefined,
  ): Promise<Variant> {
    const {egetId, wanted} = newVariantV1(body, portal());
    noteChange(context, {id: egetId});
    // An older version stored the id as it was written.
    const name = await nameOf(registry, cvr, body.egetId as string);
    return creation.create(name, wanted, request);
  }

  /** What a GET would return; `undefined` where texts are lost, so that only a PUT without `If-Match` can restore them. */
  const shown = (variant: Variant) => (variant.textsLost ? undefined : toV1(variant, portal(), Date.now()));

  router.get(`${all}/:diaId`, async context => {
    const caller = supplierOf(context);
    const now = Date.now();
    const variant = await registry.find(context.params.diaId ?? '');
    if (!variant || (variant.cvr !== caller && !isPublished(variant, portal(), now))) {
      throw new Problem(404, 'There is no form variant with that dia-id that you may read.');
    }
    sendJson(context, toV1(whole(variant), portal(), now));
  });

  router.post(all, async context => {
    const cvr = supplierOf(context);
    const body = await readBody(context, bounds.maxVariantBytes);
    const request = parseIdempotencyKey(context, body);
    const variant =
      (request && (await creation.find(cvr, request))) ?? (await create(context, cvr, body, request));
    context.set('Location', `${publicUrl}${all}/${variant.diaId}`);
    context.status = 201;
    context.body = {status: 'Created', code: 201, message: `The form variant was created: ${variant.diaId}`};
  });

  router.put(`${all}/:egetId`, async context => {
    const name = await variantOf(context);
    const body = await readBody(context, bounds.maxVariantBytes);
    const {variant} = await registry.put(name, current => {
      const stored = present(current);
      requireMatch(context, shown(stored));
      return changedVariantV1(body, stored, portal());
    });
    context.status = 201;
    context.body = {status: 'Created', code: 201, message: `The form variant was updated: ${variant.diaId}`};
  });

  router.delete(`${all}/:egetId`, async context => {
    const name = await variantOf(context);
    await registry.remove(name, current => {
      const variant = present(current);
      requireMatch(context, shown(variant));
      return variant;
    });
    const message = `The form variant was marked as deleted: ${name.egetId}`;
    context.body = {status: 'OK', code: 200, message};
  });

  return router;
}
