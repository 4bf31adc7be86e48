import {Router} from '@koa/router';
import type {Context} from 'koa';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {parseIdempotencyKey} from '../http/idempotency-key.ts';
import {requireMatch} from '../http/if-match.ts';
import {sendList} from '../http/json-list.ts';
import {Problem, ruleBroken} from '../http/problem.ts';
import {validate} from '../http/validate.ts';
import type {OrganisationCheck} from '../identity/callers.ts';
import type {CvrCheck} from '../identity/cvr.ts';
import {bounds} from '../limits/bounds.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {type IsoDate, today} from '../time/dates.ts';
import {dateProblem, type Delivery, type FristInput, fristSchema} from './authority-schema.ts';
import {type Deliveries, type OwnFrist, UnknownFrist} from './deliveries.ts';
import {parseRecipients} from './recipients.ts';
import {parseFristId} from './records.ts';
import {isLost, toCreated, toItem, toSingle, toUpdated} from './representations.ts';

export interface AuthorityRoutes {
  readonly deliveries: Deliveries;
  readonly portal: CurrentPortal;
  readonly organisationOf: OrganisationCheck;
  readonly isCvr: CvrCheck;
  /** The service's address, as it is given out. */
  readonly publicUrl: string;
}

/** Interface C: an authority's own deadlines. */
export function authorityRoutes({
  deliveries,
  portal,
  organisationOf,
  isCvr,
  publicUrl,
}: AuthorityRoutes): Router {
  const all = '/calendar/1/frister';
  const one = `${all}/:id`;
  const router = new Router({sensitive: true, strict: true});

  function authorityOf(context: Context): string {
    const cvr = organisationOf(context);
    noteChange(context, {caller: cvr, id: (context.params as {id?: string} | undefined)?.id});
    if (!portal().authorities.has(cvr))
      throw new Problem(
        403,
        'Only authorities of this portal may use this interface. Ask the portal to add you.',
      );
    return cvr;
  }

  /** What a GET would return; nothing where its recipients are lost, so that an update without `If-Match` can mend it. */
  const shown = (own: OwnFrist) => (isLost(own) ? undefined : toSingle(own, portal()));

  /** @param storedDate The date of the deadline that is updated. */
  async function parse(
    body: Record<string, unknown>,
    authority: string,
    storedDate?: IsoDate,
  ): Promise<Delivery> {
    const {modtagere} = body;
    const recipients = typeof modtagere === 'string' ? await parseRecipients(modtagere, isCvr) : undefined;
    const input = validate(fristSchema({today: today(), storedDate, recipients}), body);
    // An empty text counts as left out.
    if (input.afsenderCvr && input.afsenderCvr !== authority) {
      const message = 'Must be the CVR number of your certificate, or be omitted.';
      throw new Problem(403, 'You may send only in your own name: see afsenderCvr.', {
        errors: {afsenderCvr: [message]},
      });
    }
    return {...input, afsenderNavn: portal().authorities.get(authority)?.navn};
  }

  router.post(all, async context => {
    const authority = authorityOf(context);
    const body = await readBody(context, bounds.maxDeadlineBytes);
    const request = parseIdempotencyKey(context, body);
    const created = request && (await deliveries.findCreated(authority, request));
    const frist = created ?? (await deliveries.create(authority, await parse(body, authority), request));
    noteChange(context, {id: frist.fristId});
    context.status = 201;
    context.set({Location: `${publicUrl}${all}/${frist.fristId}`, 'Cache-Control': 'no-store'});
    context.body = toCreated(frist, portal());
  });

  router.get(all, async context => {
    const authority = authorityOf(context);
    await sendList(
      context,
      () => deliveries.list(authority),
      frist => toItem(frist, portal()),
    );
  });

  router.get(one, async context => {
    const authority = authorityOf(context);
    const own = await deliveries.get(authority, idOf(context)).catch(refuse);
    sendJson(context, toSingle(own, portal()));
  });

  router.put(one, async context => {
    const authority = authorityOf(context);
    const id = idOf(context);
    const body = await readBody(context, bounds.maxDeadlineBytes);
    const {frist} = await deliveries.get(authority, id).catch(refuse);
    const input = await parse(body, authority, frist.fristDato);
    const updated = await deliveries
      .update(authority, id, input, current => {
        requireMatch(context, shown(current));
        requireNamedRecipients(input, current);
        requireDate(input, current);
      })
      .catch(refuse);
    context.set('Cache-Control', 'no-store');
    context.body = toUpdated(updated, portal());
  });

  router.delete(one, async context => {
    const authority = authorityOf(context);
    await deliveries
      .withdraw(authority, idOf(context), current => requireMatch(context, shown(current)))
      .catch(refuse);
    context.body = {status: 'OK', code: 200};
  });

  return router;
}

/** A deadline to some companies may not become one to all by leaving the field empty. */
function requireNamedRecipients({modtagere}: FristInput, {recipients}: OwnFrist): void {
  if (modtagere.length || recipients === null) return;
  throw ruleBroken({
    modtagere: ['Must name companies: a deadline to some companies cannot become one to all.'],
  });
}

/** A past date may only be kept, and another request may have changed it while this one was validated. @throws {Problem} 422 */
function requireDate({fristDato}: FristInput, {frist}: OwnFrist): void {
  const problem = dateProblem(fristDato, {today: today(), storedDate: frist.fristDato});
  if (problem !== undefined) throw ruleBroken({fristDato: [problem]});
}

/** @throws {Problem} 404 for what can't be a number. */
function idOf({params}: Context & {params: Record<string, string>}): number {
  return parseFristId(params.id) ?? refuse(new UnknownFrist());
}

function refuse(error: unknown): never {
  if (error instanceof UnknownFrist) throw new Problem(404, 'You have no deadline with that id.');
  throw error;
}
