/** Mails before deadlines, for interface E: the person's choice, the confirmation of the address, and the link that
 * ends the mails. For `interfaces.ts`. Add a choice to `choiceSchema`, `stateSchema` and `toState`. Sent mails contain
 * the URL of the link: it must never change, and must work without a sign-in. */
import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {forCompanies, leaveOutChange, noteChange} from '../../http/audit.ts';
import {tagsOf} from '../../http/etag.ts';
import {expected, listOf} from '../../http/fields.ts';
import {ok, receipt, type Reply} from '../../http/reply.ts';
import {type Person, requireCompany} from '../../identity/token.ts';
import {changedFields} from '../../logs/audit-line.ts';
import {type Call, type Interface, operationsFor} from '../../operations/operation.ts';
import {inPath} from '../../operations/parameters.ts';
import {Problem, statusResponse} from '../../problem.ts';
import {chosenCompanies, differenceOf, linkedCompanies} from '../personal/companies.ts';
import {isMailAddress} from './mail-address.ts';
import {languages} from './message.ts';
import {auditId, choiceOf, reminderDays, type ReminderRecord, type Reminders} from './reminders.ts';

const maxEmailLength = 254;

/** The maximum number of days in a request, including repeated ones. */
const maxDays = 31;

const email = z
  .string(expected('text'))
  .max(maxEmailLength, {error: `Must have at most ${maxEmailLength} characters.`, abort: true})
  .refine(isMailAddress, 'Must be an email address.')
  .meta({pattern: '^[^@\\s]+@[^@\\s]+$'});

const dage = listOf(
  z
    .int(expected('a number'))
    .refine(
      value => (reminderDays as readonly number[]).includes(value),
      `Must be one of ${reminderDays.join(', ')}.`,
    ),
  'a list of numbers',
  maxDays,
).describe(`Numbers of days before a deadline, of ${reminderDays.join(', ')}. Empty: no mail is sent.`);

const choiceSchema = z
  .object({
    email: email.describe('Address of the mails.'),
    dage,
    ...chosenCompanies,
    sprog: z
      .enum(languages, 'Must be da or en.')
      .default('da')
      .describe('Language of the mails. Default: da.'),
  })
  .meta({id: 'Paamindelsesvalg'});

const codeSchema = z
  .object({
    kode: z
      .string(expected('text'))
      .regex(/^\d{6}$/, 'Must have six digits.')
      .describe('The code of the mail.'),
  })
  .meta({id: 'Bekraeftelseskode'});

const stateSchema = z
  .object({
    email: z.string().nullable().describe('Address of the mails. `null`: the person gets none.'),
    dage: z.array(z.int()).describe('Numbers of days before a deadline.'),
    virksomheder: linkedCompanies,
    alle: z.boolean().describe('Whether companies that newer tokens of the person name join them.'),
    sprog: z.enum(languages).describe('Language of the mails.'),
    isBekraeftet: z.boolean().describe('Whether the address is confirmed. Otherwise only the code is sent.'),
    fejl: z
      .string()
      .nullable()
      .describe(
        'Why the mail server refused a mail: none is sent until the address is confirmed again. `null`: it did not.',
      ),
  })
  .meta({id: 'Paamindelser'});

export interface ReminderServices {
  /** `undefined`: the service sends no mails. */
  readonly reminders: Reminders | undefined;
  /** See `createFollower`. */
  readonly follow: (person: Person) => Promise<void> | undefined;
}

const base = '/calendar/1/mine/paamindelser';

const example = {
  ...{email: 'anna@example.dk', dage: [7, 1], virksomheder: [{cvr: '12345674'}], alle: false, sprog: 'da'},
  ...{isBekraeftet: true, fejl: null},
};

const noMails = {404: 'The service sends no mails.'};
const state = {description: 'The choice.', schema: stateSchema, example};

const operation = operationsFor<ReminderServices, Person>();
const changeOf = () => ({id: auditId});

export const reminderInterface: Interface<'token', ReminderServices, Person> = {
  letter: 'E',
  caller: 'token',
  changeOf,
  authorise(person, _, services) {
    requireMails(services);
    requireCompany(person);
    return person;
  },
  beforeEach: (person, {follow}) => follow(person),
  tag: 'Mails before deadlines',
  description: 'Interface E: mails that a person gets before deadlines.',
  operations: [
    operation('hentPaamindelser', 'get', base, {
      summary: 'Read your mails before deadlines',
      description: "Returns the person's choice. `email` is `null` if the person has chosen no mails.",
      response: state,
      refusals: noMails,
      handle: async ({party}, services) => ok(toState(await requireMails(services).find(party.owner))),
    }),
    operation('vaelgPaamindelser', 'put', base, {
      summary: 'Choose mails before deadlines',
      description:
        'Replaces the choice. A new address gets a mail with a code of six digits. The mails before deadlines begin when the person has confirmed the address with this code (`bekraeft`). The code is valid for ten minutes, even if another PUT changes the days or companies. Before the confirmation, a PUT with the same choice sends a new code.',
      conditional: 'change',
      body: {
        schema: choiceSchema,
        maxBytes: bounds.maxLinkBytes,
        example: {email: example.email, dage: example.dage, virksomheder: ['12345674'], sprog: example.sprog},
      },
      response: state,
      refusals: {
        ...noMails,
        403: "A company is not one of the token's.",
        429: 'Too many codes were sent to the address, or too many requests.',
        503: 'The code could not be sent, or the store cannot be reached.',
      },
      async handle({context, party, body, requireMatch}, services) {
        const {before, after} = await requireMails(services).set(party, body, checkOf(requireMatch));
        noteChange(context, {
          changed: changedFields(before ? choiceOf(before) : {}, choiceOf(after)),
          ...forCompanies(differenceOf(before, after)),
        });
        return ok(toState(after));
      },
    }),
    operation('bekraeftPaamindelser', 'post', `${base}/bekraeft`, {
      summary: 'Confirm the address of the mails',
      description: 'Confirms the address with the code that was sent to it. Each code allows five attempts.',
      body: {schema: codeSchema, maxBytes: bounds.maxMarkBytes, example: {kode: '123456'}},
      response: state,
      refusals: {404: 'The service sends no mails, or the person has chosen none.'},
      handle: async ({party, body}, services) =>
        ok(toState(await requireMails(services).confirm(party, body.kode))),
    }),
    operation('stopPaamindelser', 'delete', base, {
      summary: 'End your mails before deadlines',
      description: 'Ends the mails and removes the address. The response is the same if there was no choice.',
      conditional: 'change',
      response: {...statusResponse, description: 'The person gets no mails.'},
      refusals: noMails,
      async handle({context, party, requireMatch}, services) {
        const isChanged = await requireMails(services).remove(party.owner, checkOf(requireMatch));
        if (!isChanged) leaveOutChange(context);
        return receipt();
      },
    }),
  ],
};

const stopPath = `${base}/{hemmelighed}/afmeld`;
const secret = inPath(
  'hemmelighed',
  'Secret part of the link in a mail.',
  'uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM.pLwE6hGdFaTqBvCyXoIiM2',
);
const openOperation = operationsFor<ReminderServices, undefined>();

/** The link in each mail, which needs no sign-in. */
export const unsubscribeInterface: Interface<'anyone', ReminderServices, undefined> = {
  letter: 'E',
  tag: 'End of mails',
  description: 'The link in each mail that ends the mails.',
  caller: 'anyone',
  changeOf,
  authorise: () => undefined,
  operations: [
    openOperation('visAfmelding', 'get', stopPath, {
      summary: 'Open the page that ends the mails',
      description:
        'Returns a page with a button that ends the mails. Opening the page does not end them, because virus scanners open all links of a mail.',
      parameters: [secret],
      response: {description: 'The page.', headers: [], type: 'text/html', example: '<!doctype html>…'},
      refusals: noMails,
      handle(_, services) {
        requireMails(services);
        return html(stopPage);
      },
    }),
    openOperation('afmeldPaamindelser', 'post', stopPath, {
      summary: 'End the mails by their link',
      description:
        'Ends the mails that the link belongs to, and removes the address. The unsubscribe button of a mail app sends this request (RFC 8058). If the address has changed since the mail, or the mails have ended, the request changes nothing, and the page in the response says so.',
      parameters: [secret],
      response: {
        description: 'A page that says whether the request has ended mails.',
        type: 'text/html',
        example: '<!doctype html>…',
      },
      refusals: noMails,
      async handle({context, params: {hemmelighed = ''}}, services) {
        const owner = await requireMails(services).unsubscribe(hemmelighed);
        if (owner === undefined) leaveOutChange(context);
        else noteChange(context, {caller: owner});
        return html(owner === undefined ? unchangedPage : stoppedPage);
      },
    }),
  ],
};

/** Returns a response with an HTML page. The page may send its own form. */
const html =
  (body: string): Reply =>
  context => {
    context.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none';form-action 'self';frame-ancestors 'none'",
    });
    context.body = body;
  };

const page = (body: string) =>
  `<!doctype html><html lang="da"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Mails om frister</title><body>${body}</body></html>\n`;
const stopPage = page(
  '<h1>Stop mails om frister</h1><form method="post"><button>Stop mails</button></form><p lang="en">Stop mails about deadlines: press the button.</p>',
);
const stoppedPage = page(
  '<h1>Du får ikke flere mails om frister</h1><p lang="en">You get no more mails about deadlines.</p>',
);
/** The page after a request that ended no mails: the person has ended them already, or the link is of an older mail, and newer ones may still be sent. */
const unchangedPage = page(
  '<h1>Linket hører ikke til mails, som du får nu</h1><p>Får du stadig mails om frister, så brug linket i den nyeste mail, eller stop dem på portalen.</p><p lang="en">This link does not belong to mails that you get now. If you still get mails about deadlines, use the link in the newest mail, or stop them on the portal.</p>',
);

function requireMails({reminders}: ReminderServices): Reminders {
  if (reminders) return reminders;
  throw new Problem(404, 'This service sends no mails.');
}

/** Returns a check that throws unless a GET would return what the caller has read. */
const checkOf =
  (requireMatch: Call<Person>['requireMatch']) =>
  (record: ReminderRecord | undefined): void =>
    requireMatch(true, () => tagsOf(toState(record)));

function toState(record: ReminderRecord | undefined): z.infer<typeof stateSchema> {
  return {
    email: record?.email ?? null,
    dage: [...(record?.dage ?? [])],
    virksomheder: [...(record?.virksomheder ?? [])],
    alle: !record || record.allExcept !== undefined,
    sprog: record?.sprog ?? 'da',
    isBekraeftet: record?.bekraeftet !== undefined,
    fejl: record?.fejl ?? null,
  };
}
