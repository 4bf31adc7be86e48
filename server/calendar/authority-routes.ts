import {hash} from 'node:crypto';

import {Router} from '@koa/router';
import type {Context} from 'koa';

import {noteChange} from '../http/audit.ts';
import {readBody} from '../http/body.ts';
import {sendJson} from '../http/conditional.ts';
import {requireMatch} from '../http/if-match.ts';
import {sendList} from '../http/json-list.ts';
import {FieldCheck, Problem, ruleBroken} from '../http/problem.ts';
import {validate} from '../http/validate.ts';
import type {OrganisationCheck} from '../identity/callers.ts';
import type {CvrCheck} from '../identity/cvr.ts';
import {bounds} from '../limits/bounds.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {today} from '../time/dates.ts';
import {type FristInput, fristSchema} from './authority-schema.ts';
import {type Deliveries, type OwnFrist, UnknownFrist} from './deliveries.ts';
import {parseRecipients} from './recipients.ts';
import {parseFristId} from './records.ts';
import {isLost, toCreated, toItem, toSingle, toUpdated} from './representations.ts';
import {KeyReused, type Retry} from './retries.ts';

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

  async function parse(body: Record<string, unknown>, authority: string): Promise<FristInput> {
    const {modtagere} = body;
    const recipients = typeof modtagere === 'string' ? await parseRecipients(modtagere, isCvr) : undefined;
    const input = validate(fristSchema({today: today(), recipients}), body);
    // An empty text counts as left out.
    if (input.afsenderCvr && input.afsenderCvr !== authority) {
      const message = 'Must be the CVR number of your certificate, or be omitted.';
      throw new Problem(403, 'You may send only in your own name: see afsenderCvr.', {
        errors: {afsenderCvr: [message]},
      });
    }
    return input;
  }

  router.post(all, async context => {
    const authority = authorityOf(context);
    const body = await readBody(context, bounds.maxDeadlineBytes);
    const retry = parseRetry(context, body);
    const frist =
      (retry && (await deliveries.made(authority, retry).catch(refuse))) ??
      (await deliveries.create(authority, await parse(body, authority), retry).catch(refuse));
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
    await deliveries.get(authority, id).catch(refuse);
    const input = await parse(body, authority);
    const updated = await deliveries
      .update(authority, id, input, current => {
        requireMatch(context, shown(current));
        requireNamedRecipients(input, current);
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

/** @throws {Problem} 404 for what can't be a number. */
function idOf({params}: Context & {params: Record<string, string>}): number {
  return parseFristId(params.id) ?? refuse(new UnknownFrist());
}

/** Reads the header `Idempotency-Key`, by which a request can be sent again without being done again. @throws {Problem} 400 */
function parseRetry(context: Context, body: Record<string, unknown>): Retry | undefined {
  if (context.req.headers['idempotency-key'] === undefined) return undefined;
  const key = context.get('Idempotency-Key');
  const check = new FieldCheck();
  const isVisible = /^[\x21-\x7e]{1,255}$/.test(key);
  check.require(isVisible, 'Idempotency-Key', 'Must be 1 to 255 visible ASCII characters.');
  check.orThrow();
  return {key, fingerprint: hash('sha256', JSON.stringify(body), 'base64url')};
}

function refuse(error: unknown): never {
  if (error instanceof UnknownFrist) throw new Problem(404, 'You have no deadline with that id.');
  if (error instanceof KeyReused) {
    throw ruleBroken({
      'Idempotency-Key': ['Must be a new key: this one was used for a request with another body.'],
    });
  }
  throw error;
}
