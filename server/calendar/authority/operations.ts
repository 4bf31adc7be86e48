/* Interface C, in which authorities store deadlines, for the table of `interfaces.ts`. The manual contains the texts
 * of `operations`: run `npm run docs` after a change. `schema.ts` has the fields of bodies, and `responses.ts` those of
 * responses. The portal has published the interface: its paths, keys and status codes must not change. */

import {noteChange} from '../../http/audit.ts';
import {isKnown} from '../../http/etag.ts';
import {large} from '../../http/large-reply.ts';
import {created, list, notModified, ok, receipt} from '../../http/reply.ts';
import {Problem, ruleBroken, statusResponse} from '../../problem.ts';
import type {CvrCheck} from '../../identity/cvr.ts';
import {bounds} from '../../bounds.ts';
import {type Interface, operationsFor, type UncheckedBody} from '../../operations/operation.ts';
import {idempotencyKey} from '../../operations/parameters.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import type {IsoDate} from '../../time/dates.ts';
import {
  createdFristSchema,
  exampleItem,
  fristIdInPath,
  fristListSchema,
  singleBytes,
  singleFristSchema,
  tagOfSingle,
  toCreated,
  toItemText,
  toSingle,
  toUpdated,
  updatedFristSchema,
} from '../responses.ts';
import {dateProblem, type Delivery, type FristInput, fristSchema, parseDelivery} from './schema.ts';
import {type Deliveries, deadlineNotFound} from './deliveries.ts';
import {parseIdempotencyKey} from './idempotency.ts';
import {sameRecipients, visibleFields} from './revisions.ts';
import {type DeadlineWithRecipients, parseFristId} from '../records.ts';

export interface AuthorityServices {
  readonly deliveries: Deliveries;
  readonly portal: CurrentPortal;
  readonly isCvr: CvrCheck;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
}

/** An authority, with its name in the portal file. */
interface Sender {
  readonly cvr: string;
  readonly navn: string;
}

const listPath = '/calendar/1/frister';
const itemPath = `${listPath}/{id}`;

const forAuthorities = {403: 'The caller is not an authority of the portal.'};
const forStoring = {
  403: 'The caller is not an authority of the portal, `afsenderCvr` is not its CVR number, or its storage quota is used up.',
};
const unknown = {404: 'The authority has no deadline with that number.'};

const {overskrift, beskrivelse, fristDato} = exampleItem;
const written = {overskrift, beskrivelse, fristDato, modtagere: '12345674,44556677'};

const operation = operationsFor<AuthorityServices, Sender>();

/** Interface C, which `docs/reference/api-deadlines.md` documents. Its party is the authority. */
export const authorityInterface: Interface<'certificate', AuthorityServices, Sender> = {
  letter: 'C',
  caller: 'certificate',
  changeOf: ({id}) => ({id}),
  authorise(cvr, _, {portal}) {
    const authority = portal().authorities.get(cvr);
    if (authority) return {cvr, navn: authority.navn};
    throw new Problem(
      403,
      'Only authorities of this portal may use this interface. Ask the portal to add you.',
    );
  },
  tag: 'Deadlines of an authority',
  description:
    'Interface C: the deadlines that an authority delivers to the calendars of companies. An authority reads and changes only its own deadlines.',
  operations: [
    operation('opretFrist', 'post', listPath, {
      summary: 'Deliver a deadline',
      description:
        'Adds a deadline to the calendars of the companies in `modtagere`, or of all companies. A repeated request with the same ' +
        '`Idempotency-Key` does not deliver again.',
      parameters: [idempotencyKey],
      body: {
        schema: fristSchema,
        maxBytes: bounds.maxDeadlineBytes,
        example: written,
        isCheckedByHandler: true,
      },
      response: {
        status: 201,
        description: 'The new deadline.',
        headers: ['Location'],
        schema: createdFristSchema,
        example: {...exampleItem, antalModtagere: 2},
      },
      refusals: forStoring,
      async handle({context, party, body}, services) {
        const {deliveries, portal, publicUrl} = services;
        const request = parseIdempotencyKey(context, body);
        const earlier = request && (await deliveries.findCreated(party.cvr, request));
        const frist =
          earlier ?? (await deliveries.create(party.cvr, await parse(body, party, services), request));
        noteChange(context, {id: String(frist.fristId), replay: earlier ? true : undefined});
        return created(toCreated(frist, portal().companies), `${publicUrl}${listPath}/${frist.fristId}`);
      },
    }),
    operation('hentFrister', 'get', listPath, {
      summary: 'List the deadlines of the authority',
      description:
        'Returns the deadlines of the calling authority that are not withdrawn, in the order of their first delivery.',
      response: {
        description: 'The deadlines; an empty list if there are none.',
        schema: fristListSchema,
        example: [exampleItem],
      },
      refusals: forAuthorities,
      handle: ({party}, {deliveries}) =>
        list({
          pages: () => deliveries.list(party.cvr),
          versions: () => deliveries.versions(party.cvr),
          toText: toItemText,
        }),
    }),
    operation('hentFrist', 'get', itemPath, {
      summary: 'Read a deadline',
      description: 'Returns one deadline of the calling authority with its recipients.',
      parameters: [fristIdInPath],
      response: {
        description: 'The deadline with its recipients.',
        schema: singleFristSchema,
        example: {...exampleItem, modtagere: written.modtagere},
      },
      refusals: {...forAuthorities, ...unknown},
      async handle({context, party, params}, {deliveries}) {
        const found = await deliveries.find(party.cvr, idOf(params));
        const tag = tagOfSingle(found);
        if (isKnown(context, tag)) return notModified(tag);
        const read = async () => {
          const own = await deliveries.get(party.cvr, found.fristId);
          return {value: toSingle(own), tag: tagOfSingle(own.frist)};
        };
        const size = singleBytes(found);
        if (size > bounds.maxUncountedBodyBytes) return large(size, read, `C ${tag}`);
        const {value, ...representation} = await read();
        return ok(value, representation);
      },
    }),
    operation('retFrist', 'put', itemPath, {
      summary: 'Update a deadline',
      description:
        'Replaces the deadline and its recipients. A new title, description, link or date makes the deadline unread for everyone. A new date also makes ' +
        'it visible again, and not done, for every company.',
      parameters: [fristIdInPath],
      conditional: 'change',
      body: {
        schema: fristSchema,
        maxBytes: bounds.maxDeadlineBytes,
        example: {...written, overskrift: 'Moms for 2. kvartal, rettet'},
        isCheckedByHandler: true,
      },
      response: {
        description: 'The updated deadline.',
        schema: updatedFristSchema,
        example: {
          ...exampleItem,
          overskrift: 'Moms for 2. kvartal, rettet',
          modtagere: written.modtagere,
          isLaest: false,
          isSlettet: false,
        },
      },
      refusals: {...forStoring, ...unknown},
      async handle({context, party, params, body, requireMatch}, services) {
        const {deliveries} = services;
        const id = idOf(params);
        const {fristDato} = await deliveries.find(party.cvr, id);
        const input = await parse(body, party, services, fristDato);
        let before: DeadlineWithRecipients | undefined;
        const updated = await deliveries.update(party.cvr, id, input, current => {
          requireMatch(true, () => [tagOfSingle(current.frist)]);
          requireNamedRecipients(input, current);
          requireDate(input, current);
          before = current;
        });
        if (before) noteChange(context, {changed: changedFieldsOf(before, updated)});
        return ok(toUpdated(updated));
      },
    }),
    operation('sletFrist', 'delete', itemPath, {
      summary: 'Withdraw a deadline',
      description:
        'Removes the deadline from the calendars of all companies. Calendar feeds show it as cancelled.',
      parameters: [fristIdInPath],
      conditional: 'change',
      response: {...statusResponse, description: 'The deadline was withdrawn.'},
      refusals: {...forAuthorities, ...unknown},
      async handle({party, params, requireMatch}, {deliveries}) {
        await deliveries.withdraw(party.cvr, idOf(params), current =>
          requireMatch(true, () => [tagOfSingle(current.frist)]),
        );
        return receipt();
      },
    }),
  ],
};

/** Returns the delivery of a body. @param storedDate The date of the deadline that is updated. @throws {Problem} 400, 403, 422 */
async function parse(
  body: UncheckedBody,
  {cvr, navn}: Sender,
  {isCvr}: AuthorityServices,
  storedDate?: IsoDate,
): Promise<Delivery> {
  const input = await parseDelivery(body, isCvr, storedDate);
  // An empty text is the same as an omitted field.
  if (input.afsenderCvr && input.afsenderCvr !== cvr) {
    const message = 'Must be the CVR number of your certificate, or be omitted.';
    throw new Problem(403, 'You may send only in your own name: see afsenderCvr.', {
      errors: {afsenderCvr: [message]},
    });
  }
  return {...input, afsenderNavn: navn};
}

/** Returns the names of changed fields. */
function changedFieldsOf(before: DeadlineWithRecipients, after: DeadlineWithRecipients): string[] {
  const texts = visibleFields.filter(field => before.frist[field] !== after.frist[field]);
  // An update of the date or the recipients starts another delivery.
  const isMoved = before.frist.delivery !== after.frist.delivery;
  const keepsRecipients =
    !isMoved || (texts.includes('fristDato') && sameRecipients(before.recipients, after.recipients));
  return [...texts, ...(keepsRecipients ? [] : ['modtagere'])];
}

/** Rejects an empty `modtagere` that would change a deadline to some companies into one to all. @throws {Problem} 422 */
function requireNamedRecipients({modtagere}: FristInput, {recipients}: DeadlineWithRecipients): void {
  if (modtagere.length || recipients === null) return;
  throw ruleBroken({
    modtagere: ['Must name companies: a deadline to some companies cannot become one to all.'],
  });
}

/** Rejects a past date unless it is the stored one, which may have changed since validation. @throws {Problem} 422 */
function requireDate({fristDato}: FristInput, {frist}: DeadlineWithRecipients): void {
  const problem = dateProblem(fristDato, frist.fristDato);
  if (problem !== undefined) throw ruleBroken({fristDato: [problem]});
}

/** Returns the number of the deadline in the path. @throws {Problem} 404 for an invalid number. */
function idOf({id}: Readonly<Record<string, string>>): number {
  const parsed = parseFristId(id);
  if (parsed === undefined) throw deadlineNotFound();
  return parsed;
}
