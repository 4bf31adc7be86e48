import {Router} from '@koa/router';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {requireMatch} from '../http/if-match.ts';
import {sendList} from '../http/json-list.ts';
import {Problem} from '../http/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {writtenVariantV2} from './contents.ts';
import {addressV2, toItemV2, toV2} from './representations.ts';
import {type FormRoutes, type NamedContext, nameOf, present, whole} from './routes-common.ts';
import type {Variant, VariantName} from './variant.ts';

/** Interface B: the variants of one supplier, for itself or whoever may act for it. */
export function formRoutesV2({registry, portal, organisationOf, publicUrl}: FormRoutes): Router {
  const all = '/dia/2/formular/:cvr';
  const one = `${all}/:egetId`;
  const router = new Router({sensitive: true, strict: true});

  function supplierOf(context: NamedContext): string {
    const caller = organisationOf(context);
    const {cvr = '', egetId} = context.params;
    noteChange(context, {caller, id: egetId, ...(caller === cvr ? {} : {onBehalfOf: cvr})});
    const mayAct = caller === cvr || portal().suppliers.get(caller)?.paaVegneAf.includes(cvr) === true;
    if (!mayAct)
      throw new Problem(
        403,
        'Your certificate is not for the supplier in the URL, nor for one that may act for it.',
      );
    return cvr;
  }

  const variantOf = (context: NamedContext): Promise<VariantName> =>
    nameOf(registry, supplierOf(context), context.params.egetId ?? '');

  /** What a GET would return; nothing where its texts are lost, so that an update without `If-Match` can mend it. */
  const shown = (variant: Variant | undefined) =>
    variant && !variant.deleted && !variant.textsLost ? toV2(variant, portal()) : undefined;

  router.get(all, async context => {
    const cvr = supplierOf(context);
    await sendList(context, () => registry.list(cvr), toItemV2);
  });

  router.get(one, async context => {
    sendJson(context, toV2(whole(present(await registry.get(await variantOf(context)))), portal()));
  });

  router.put(one, async context => {
    const name = await variantOf(context);
    const body = await readBody(context, bounds.maxVariantBytes);
    const {before, variant} = await registry.put(name, current => {
      const representation = shown(current);
      requireMatch(context, representation);
      return writtenVariantV2(body, name.egetId, current, portal(), representation);
    });
    const created = !before || before.deleted;
    if (created) context.set('Location', `${publicUrl}${addressV2(name)}`);
    context.status = 201;
    const message = `The form variant was ${created ? 'created' : 'updated'}: ${name.egetId}`;
    context.body = {status: 'Created', code: 201, message, diaId: variant.diaId};
  });

  router.delete(one, async context => {
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
