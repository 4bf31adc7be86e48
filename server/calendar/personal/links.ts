/** The calendar links of persons: how they are created, listed and ended, and which companies each has. `feed/` writes their calendars. */
import {hash, randomBytes} from 'node:crypto';

import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import type {Person} from '../../identity/token.ts';
import {Problem} from '../../problem.ts';
import type {DataSubject, DocumentType} from '../../store/document-type.ts';
import type {Document} from '../../store/engine.ts';
import {readPages, readVersions} from '../../store/pages.ts';
import {changing, save} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {
  type ChosenCompanies,
  createPartyIndex,
  type Following,
  isPartyOf,
  listingOf,
  newPersonal,
  personalShape,
  type PersonalRecord,
  splitPersonal,
  withoutCompany,
} from './companies.ts';

interface LinkRecord extends PersonalRecord {
  readonly navn: string;
}

export interface Link extends LinkRecord {
  /** The digest of its secret. */
  readonly id: string;
}

export type Links = ReturnType<typeof createLinks>;

const linkIndex = createPartyIndex('abonnement', 'abonnementer');

/** A calendar link. Segments and shape are stored: see {@link DocumentType}. */
export const linkDocument: DocumentType<LinkRecord> = {
  segments: ['abonnement', '*'],
  schema: z.looseObject({...personalShape, navn: z.string()}),
  phase: 'main',
  entriesOf: (value, [, id]) => linkIndex.entriesOf(value, id),
  indexes: linkIndex.indexes,
  split: splitPersonal,
};

export const followingLinks = {type: linkDocument, index: linkIndex} as unknown as Following;

export function createLinks(store: Store) {
  async function* list(subject: DataSubject, party: string): AsyncGenerator<Link[]> {
    for await (const page of readPages(store, listingOf(linkIndex, subject, party)))
      yield page.flatMap(({item: id, document}) => {
        const link = document && toLink(id, document as Document<LinkRecord>);
        return link && isPartyOf(link, subject, party) ? [link] : [];
      });
  }

  async function idsOf(owner: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const page of list('person', owner)) ids.push(...page.map(({id}) => id));
    return ids;
  }

  /** Returns whether a link of that party has changed. */
  async function change(
    id: string,
    subject: DataSubject,
    party: string,
    next: (link: LinkRecord) => LinkRecord | undefined,
  ): Promise<boolean> {
    const {before, after} = await changing(store, linkDocument, linkIndex.keyOf(id), stored => {
      if (!stored?.value || !isPartyOf(stored.value, subject, party)) return stored;
      const value = next(stored.value);
      return value && {value};
    });
    return before !== after;
  }

  return {
    /** Yields the links of a person, or those that contain a company, in the order of their creation. */
    list,

    /** Yields texts that together change whenever `list` does. */
    versions: (subject: DataSubject, party: string) =>
      readVersions(store, listingOf(linkIndex, subject, party)),

    /**
     * Creates a link.
     *
     * @returns The link and its secret, which is not stored.
     * @throws {Problem} 403 when the person has `bounds.maxLinksPerPerson`, or not all of the companies.
     */
    async create(
      person: Person,
      navn: string,
      companies: ChosenCompanies = {},
    ): Promise<{link: Link; secret: string}> {
      const {owner} = person;
      const secret = randomBytes(32).toString('base64url');
      const id = digestOf(secret);
      const value: LinkRecord = {...newPersonal(person, companies), navn};
      if ((await idsOf(owner)).length >= bounds.maxLinksPerPerson) throw tooMany();
      await save(store, linkDocument, linkIndex.keyOf(id), {value}, undefined);
      // Others may have been created at the same time.
      if ((await idsOf(owner)).indexOf(id) >= bounds.maxLinksPerPerson) {
        await change(id, 'person', owner, () => undefined);
        throw tooMany();
      }
      return {link: {...value, id}, secret};
    },

    /** Ends a person's link. Returns whether it existed. */
    end: (owner: string, id: string) => change(id, 'person', owner, () => undefined),

    /** Takes a company out of a link, permanently. Returns whether it existed. */
    removeCompany: (cvr: string, id: string) => change(id, 'company', cvr, link => withoutCompany(link, cvr)),

    /** Returns the link of a secret. */
    async find(secret: string): Promise<Link | undefined> {
      const id = digestOf(secret);
      const [document] = await store.read([linkIndex.keyOf(id)]);
      return document && toLink(id, document as Document<LinkRecord>);
    },
  };
}

const toLink = (id: string, {value}: Document<LinkRecord>): Link => ({...value, id});

const digestOf = (secret: string) => hash('sha256', secret, 'base64url');

const tooMany = () =>
  new Problem(
    403,
    `You have ${bounds.maxLinksPerPerson} calendar links, which is the maximum. End one of them first.`,
  );
