import {Router} from '@koa/router';
import type {Context} from 'koa';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {sendList} from '../http/json-list.ts';
import {Problem} from '../http/problem.ts';
import {validate} from '../http/validate.ts';
import type {PersonCheck} from '../identity/callers.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {bounds} from '../limits/bounds.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import type {CompanyCalendar, CompanyFrist} from './company.ts';
import {markSchema, parseCompanyQuery} from './company-schema.ts';
import {parseFristId} from './records.ts';
import {toCompanyItem} from './representations.ts';
import type {Subscriptions} from './subscriptions.ts';

export interface CompanyRoutes {
  readonly calendar: CompanyCalendar;
  readonly subscriptions: Subscriptions;
  readonly portal: CurrentPortal;
  readonly personOf: PersonCheck;
  readonly publicUrl: string;
}

/** Interface E: a company's own calendar. */
export function companyRoutes({calendar, subscriptions, portal, personOf, publicUrl}: CompanyRoutes): Router {
  const company = '/calendar/1/virksomheder/:cvr';
  const router = new Router({sensitive: true, strict: true});

  async function companyOf(context: Context & {params: Record<string, string>}): Promise<string> {
    const {owner, cvrs} = await personOf(context);
    const {cvr = '', id = 'abonnement'} = context.params;
    noteChange(context, {caller: owner, onBehalfOf: hasCvrForm(cvr) ? cvr : undefined, id});
    if (!cvrs.includes(cvr)) throw new Problem(403, 'The token is not for the company in the URL.');
    return cvr;
  }

  router.get(`${company}/frister`, async context => {
    const cvr = await companyOf(context);
    const {slettede, antal, ...days} = parseCompanyQuery(context.querystring);
    await sendList(
      context,
      () => calendar.visible(cvr, days, slettede, antal),
      frist => toCompanyItem(frist, portal()),
    );
  });

  router.get(`${company}/frister/:id`, async context => {
    const cvr = await companyOf(context);
    const frist = await find(context.params.id, id => calendar.get(cvr, id));
    sendJson(context, toCompanyItem(frist, portal()));
  });

  router.put(`${company}/frister/:id`, async context => {
    const cvr = await companyOf(context);
    const marks = validate(markSchema, await readBody(context, bounds.maxMarkBytes));
    const frist = await find(context.params.id, id => calendar.mark(cvr, id, marks));
    context.set('Cache-Control', 'no-store');
    context.body = toCompanyItem(frist, portal());
  });

  router.post(`${company}/abonnement`, async context => {
    const secret = await subscriptions.renew(await companyOf(context));
    const url = `${publicUrl}/calendar/1/abonnementer/${secret}.ics`;
    context.status = 201;
    context.set({Location: url, 'Cache-Control': 'no-store'});
    context.body = {url};
  });

  router.delete(`${company}/abonnement`, async context => {
    await subscriptions.withdraw(await companyOf(context));
    context.body = {status: 'OK', code: 200};
  });

  return router;
}

/** @throws {Problem} 404 when the company does not have that deadline, or the text cannot be an id. */
async function find(
  text: string | undefined,
  read: (id: number) => Promise<CompanyFrist | undefined>,
): Promise<CompanyFrist> {
  const id = parseFristId(text);
  const frist = id === undefined ? undefined : await read(id);
  if (!frist) throw new Problem(404, 'The company has no deadline with that id.');
  return frist;
}
