import {Router} from '@koa/router';

import {noteChange} from '../http/audit.ts';
import {sendJson} from '../http/conditional.ts';
import {Problem} from '../http/problem.ts';
import type {PersonCheck} from '../identity/callers.ts';
import type {AppActivation} from './answers.ts';
import {parseActivationQuery, parseStateQuery} from './schema.ts';
import type {Dashboard} from './service.ts';

/** Interface D: the states of the caller's dashboard apps. */
export function dashboardRoutes(dashboard: Dashboard, personOf: PersonCheck): Router {
  const router = new Router({prefix: '/dashboard/1/apps', sensitive: true, strict: true});

  router.get('/state', async context => {
    const {owner} = await personOf(context);
    const apps = parseStateQuery(context.querystring);
    sendJson(context, await dashboard.states(owner, apps));
  });

  router.put('/state', async context => {
    const {owner} = await personOf(context);
    noteChange(context, {caller: owner});
    const {app, activated} = parseActivationQuery(context.querystring);
    noteChange(context, {id: app});
    const outcome = await dashboard.activate(owner, app, activated);
    if (outcome === 'unknown') throw new Problem(404, 'The portal has no app with that name.');
    if (outcome === 'locked') throw lockedApp(app);
    const answer: AppActivation = {[app]: activated};
    context.set('Cache-Control', 'no-store');
    context.body = answer;
  });

  return router;
}

function lockedApp(app: string): Problem {
  return new Problem(403, `The app "${app}" is locked: the portal does not allow changing its state.`, {
    errors: {app: ['Is locked by the portal.']},
  });
}
