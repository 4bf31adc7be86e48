import {Router} from '@koa/router';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {Problem} from '../http/problem.ts';
import {changedVariantV1, newVariantV1} from './contents.ts';
import {toV1} from './representations.ts';
import {bodyLimit, type FormRoutes, type NamedContext, present, whole} from './routes-common.ts';
import type {VariantName} from './variant.ts';

/** Interface A: the variants of the supplier whose certificate calls. */
export function formRoutesV1({registry, portal, organisationOf, publicUrl}: FormRoutes): Router {
  const all = '/dia/1/formular';
  const router = new Router({sensitive: true, strict: true});

  function nameOf(context: NamedContext): VariantName {
    const cvr = organisationOf(context);
    const {egetId = ''} = context.params;
    noteChange(context, {caller: cvr, id: egetId});
    return {cvr, egetId};
  }

  router.get(`${all}/:diaId`, async context => {
    organisationOf(context);
    const variant = await registry.find(context.params.diaId ?? '');
    if (!variant) throw new Problem(404, 'There is no form variant of that dia-id.');
    sendJson(context, toV1(whole(variant), portal(), publicUrl, Date.now()));
  });

  router.post(all, async context => {
    const cvr = organisationOf(context);
    noteChange(context, {caller: cvr});
    const {egetId, wanted} = newVariantV1(await readBody(context, bodyLimit), portal());
    noteChange(context, {id: egetId});
    const {variant} = await registry.put({cvr, egetId}, current => {
      if (current && !current.deleted) throw alreadyThere();
      return wanted;
    });
    context.set('Location', `${publicUrl}${all}/${variant.diaId}`);
    context.status = 201;
    context.body = {status: 'Created', code: 201, message: `The form variant was created: ${variant.diaId}`};
  });

  router.put(`${all}/:egetId`, async context => {
    const name = nameOf(context);
    const body = await readBody(context, bodyLimit);
    const {variant} = await registry.put(name, current => changedVariantV1(body, present(current), portal()));
    context.status = 201;
    context.body = {status: 'Created', code: 201, message: `The form variant was updated: ${variant.diaId}`};
  });

  router.delete(`${all}/:egetId`, async context => {
    const name = nameOf(context);
    await registry.remove(name, present);
    const message = `The form variant was marked as deleted: ${name.egetId}`;
    context.body = {status: 'OK', code: 200, message};
  });

  return router;
}

function alreadyThere(): Problem {
  return new Problem(400, 'There is a form variant of that egetId already: see egetId.', {
    errors: {egetId: ['Is taken. Use PUT to change the variant.']},
  });
}
