/* Calendar links, for interface E: those of the person, and those that contain a company. `links.ts` stores them. Add a
 * field to `linkSchema` and `toItem`, and run `npm run docs`; keep the present ones. Only the response that creates a
 * link may contain the secret URL. */
import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {forCompanies, noteChange} from '../../http/audit.ts';
import {requiredText} from '../../http/fields.ts';
import {created, list, receipt, type Reply} from '../../http/reply.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {type Person, requireCompany} from '../../identity/token.ts';
import {type Interface, operationsFor} from '../../operations/operation.ts';
import {cvrInPath, inPath} from '../../operations/parameters.ts';
import {Problem, statusResponse} from '../../problem.ts';
import type {DataSubject} from '../../store/document-type.ts';
import {formatRfc3339} from '../../time/datetime.ts';
import {time} from '../responses.ts';
import {chosenCompanies, linkedCompanies, maxNameLength} from './companies.ts';
import {type Link, linkIdOf, type Links} from './links.ts';

/** The body of a POST. */
const newLinkSchema = z
  .object({
    navn: requiredText(maxNameLength).describe('Name of the link, such as the device that it is for.'),
    ...chosenCompanies,
  })
  .meta({id: 'NytAbonnement'});

const linkSchema = z
  .object({
    id: z.string().describe('Id of the link.'),
    navn: z.string().describe('Name of the link.'),
    virksomheder: linkedCompanies,
    oprettet: time('When the link was created.'),
  })
  .meta({id: 'Abonnement'});

const linkListSchema = z.array(linkSchema).meta({id: 'Abonnementer'});

const createdLinkSchema = linkSchema
  .extend({url: z.url().describe('The secret URL of the calendar. Only this response has it.')})
  .meta({id: 'OprettetAbonnement'});

const companyLinkSchema = linkSchema
  .omit({virksomheder: true})
  .extend({isMin: z.boolean().describe('Whether the caller has created the link.')})
  .meta({id: 'VirksomhedensAbonnement'});

const companyLinkListSchema = z.array(companyLinkSchema).meta({id: 'VirksomhedensAbonnementer'});

export interface LinkServices {
  readonly links: Links;
  /** See `createFollower`. */
  readonly follow: (person: Person) => Promise<void> | undefined;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
}

const mine = '/calendar/1/mine/abonnementer';
const company = '/calendar/1/virksomheder/{cvr}/abonnementer';
const cvr = cvrInPath('CVR number of the company, which the token must name.', '12345674');
const secretExample = 'uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM';
const linkId = inPath('id', 'Id of the link.', linkIdOf(secretExample));
const unknownLink = {404: 'No link has that id.'};
const missing = () => new Problem(404, 'No calendar link of the person or the company has that id.');

const example = {
  id: linkId.example,
  navn: 'Min telefon',
  virksomheder: [{cvr: '12345674', navn: 'Bageriet'}],
  oprettet: '2026-11-28T14:00:00+01:00',
};

interface LinkParty {
  readonly person: Person;
  /** The company in the path; empty without one. */
  readonly cvr: string;
}

const operation = operationsFor<LinkServices, LinkParty>();

export const linkInterface: Interface<'token', LinkServices, LinkParty> = {
  letter: 'E',
  caller: 'token',
  changeOf: ({cvr = '', id}) => ({onBehalfOf: hasCvrForm(cvr) ? cvr : undefined, id: id ?? 'abonnementer'}),
  authorise(person, {cvr}) {
    requireCompany(person, cvr);
    return {person, cvr: cvr ?? ''};
  },
  beforeEach: (person, {follow}) => follow(person),
  tag: 'Calendar links',
  description: 'Interface E: the calendar links of a person, and those that contain a company.',
  operations: [
    operation('hentMineAbonnementer', 'get', mine, {
      summary: 'List your calendar links',
      description: `Returns the person's calendar links, at most ${bounds.maxLinksPerPerson}, in the order of their creation. The service does not store their URLs.`,
      response: {description: 'The links.', schema: linkListSchema, example: [example]},
      handle: ({party: {person}}, {links}) => listOfLinks(links, 'person', person.owner, toItem),
    }),
    operation('opretAbonnement', 'post', mine, {
      summary: 'Create a calendar link',
      description:
        'Creates a link for one device or calendar app of the person. It loses companies that a newer token of the person does not name.',
      body: {
        schema: newLinkSchema,
        maxBytes: bounds.maxLinkBytes,
        example: {navn: example.navn, virksomheder: ['12345674'], navne: {'12345674': 'Bageriet'}},
      },
      response: {
        status: 201,
        description: 'The link with its URL.',
        headers: ['Location'],
        schema: createdLinkSchema,
        example: {...example, url: `https://tavle.example.dk/calendar/1/abonnementer/${secretExample}.ics`},
      },
      refusals: {
        403: `A company is not one of the token's, or the person has ${bounds.maxLinksPerPerson} links.`,
      },
      companiesOf: ({person}) => person.cvrs.length,
      async handle({context, party: {person}, body}, {links, publicUrl}) {
        const {link, secret} = await links.create(person, body.navn, body);
        noteChange(context, {id: link.id, ...forCompanies(link.virksomheder.map(each => each.cvr))});
        const url = `${publicUrl}/calendar/1/abonnementer/${secret}.ics`;
        return created({...toItem(link), url}, url);
      },
    }),
    operation('hentVirksomhedensAbonnementer', 'get', company, {
      summary: 'List the calendar links that contain a company',
      description:
        'Returns the links that contain the company, also those of other persons, in the order of their creation.',
      parameters: [cvr],
      response: {
        description: 'The links.',
        schema: companyLinkListSchema,
        example: [{id: example.id, navn: example.navn, oprettet: example.oprettet, isMin: false}],
      },
      refusals: {403: 'The token is not for that company.'},
      handle({party: {person, cvr}}, {links}) {
        return listOfLinks(links, 'company', cvr, link => toCompanyItem(link, person), person.owner);
      },
    }),
    operation('fjernVirksomhedFraAbonnement', 'delete', `${company}/{id}`, {
      summary: 'Take a company out of a calendar link',
      description:
        'Removes the company permanently from the link, which can belong to another person. The link keeps its other companies. A person whose token names the company can create a new link to it.',
      parameters: [cvr, linkId],
      response: {...statusResponse, description: 'The link no longer contains the company.'},
      refusals: {403: 'The token is not for that company.', ...unknownLink},
      async handle({party: {cvr}, params: {id = ''}}, {links}) {
        if (!(await links.removeCompany(cvr, id))) throw missing();
        return receipt();
      },
    }),
    operation('sletMitAbonnement', 'delete', `${mine}/{id}`, {
      summary: 'End one of your calendar links',
      description: 'The link stops working. Other links still work.',
      parameters: [linkId],
      response: {...statusResponse, description: 'The link has ended.'},
      refusals: unknownLink,
      companiesOf: ({person}) => person.cvrs.length,
      async handle({context, party: {person}, params: {id = ''}}, {links}) {
        const link = await links.end(person.owner, id);
        if (!link) throw missing();
        noteChange(context, forCompanies(link.virksomheder.map(each => each.cvr)));
        return receipt();
      },
    }),
  ],
};

function listOfLinks(
  links: Links,
  subject: DataSubject,
  party: string,
  itemOf: (link: Link) => object,
  basis = '',
): Reply {
  return list({
    pages: () => links.list(subject, party),
    versions: () => links.versions(subject, party),
    basis,
    toText: link => JSON.stringify(itemOf(link)),
  });
}

function toItem({id, navn, virksomheder, oprettet: time}: Link): z.infer<typeof linkSchema> {
  return {id, navn, virksomheder: [...virksomheder], oprettet: formatRfc3339(Date.parse(time))};
}

function toCompanyItem(
  {id, navn, owner, oprettet: time}: Link,
  person: Person,
): z.infer<typeof companyLinkSchema> {
  return {id, navn, oprettet: formatRfc3339(Date.parse(time)), isMin: owner === person.owner};
}
