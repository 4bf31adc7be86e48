/** The calendar links of persons: how they are created, listed and ended, and which companies each has. For the
 * operations of links and of `feed/`. Add a stored field to `linkRecord`, as optional. The store must not contain the
 * secret of a link, only a digest (`linkIdOf`). */
import {hash, randomBytes} from 'node:crypto';

import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import type {Person} from '../../identity/token.ts';
import {Problem} from '../../problem.ts';
import type {DataSubject, DocumentType, EntrySet} from '../../store/document-type.ts';
import type {Document, Key} from '../../store/engine.ts';
import {readPages, readVersions} from '../../store/pages.ts';
import {changing, save} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {
  type ChosenCompanies,
  type Following,
  isPartyOf,
  newPersonal,
  personalRecord,
  splitPersonal,
  withoutCompany,
} from './companies.ts';

const linkRecord = personalRecord.extend({navn: z.string()});

type LinkRecord = Readonly<z.output<typeof linkRecord>>;

export interface Link extends LinkRecord {
  /** The digest of its secret. */
  readonly id: string;
}

export type Links = ReturnType<typeof createLinks>;

const keyOf = (id: string): Key => ['abonnement', id];
const indexOf = (subject: DataSubject, party: string): Key => [
  subject === 'person' ? 'person' : 'virksomhed',
  party,
  'abonnementer',
];

/** Returns the name of a set of entries. It has no owner claim: a long claim cannot be parsed from the path of its index, which has a digest of it. */
const setOf = (subject: DataSubject, party: string) => (subject === 'person' ? subject : party);

/** Returns the entry that leads from a person or a company to a link. */
function entryOf(subject: DataSubject, party: string, {oprettet}: LinkRecord, id: string): EntrySet {
  const entry = {index: indexOf(subject, party), member: `${oprettet} ${id}`};
  return {name: setOf(subject, party), isUnique: false, entries: () => [entry]};
}

const idOf = (member: string) => member.split(' ')[1] ?? '';

/** The links of a person or a company, in the order of their creation. */
const listingOf = (subject: DataSubject, party: string) => ({
  index: indexOf(subject, party),
  parse: idOf,
  keyOf,
});

/** A calendar link. Segments and shape are stored: see {@link DocumentType}. */
export const linkDocument: DocumentType<LinkRecord> = {
  segments: ['abonnement', '*'],
  schema: linkRecord,
  phase: 'main',
  entriesOf: (value, [, id]) => [
    entryOf('person', value.owner, value, id),
    ...value.virksomheder.map(({cvr}) => entryOf('company', cvr, value, id)),
  ],
  indexes: (['person', 'company'] as const).map(subject => ({
    segments: indexOf(subject, '*'),
    parse(member, [, party]) {
      const [time = '', id = ''] = member.split(' ');
      return {key: keyOf(id), set: setOf(subject, party), time: Date.parse(time)};
    },
  })),
  split: splitPersonal,
};

export const followingLinks = {
  type: linkDocument,
  auditIdOf: ([, id]: Key) => id,
  async *keysOf(store: Store, owner: string) {
    for await (const page of readPages(store, listingOf('person', owner)))
      // Leaves out a link that cannot be read: otherwise the others would not be updated.
      for (const {item: id, document} of page) if (document) yield keyOf(id);
  },
} as unknown as Following;

export function createLinks(store: Store) {
  async function* list(subject: DataSubject, party: string): AsyncGenerator<Link[]> {
    for await (const page of readPages(store, listingOf(subject, party)))
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

  /** Changes a link of a party. Returns the link before the change; `undefined` if nothing has changed. */
  async function change(
    id: string,
    subject: DataSubject,
    party: string,
    next: (link: LinkRecord) => LinkRecord | undefined,
  ): Promise<LinkRecord | undefined> {
    const {before, after} = await changing(store, linkDocument, keyOf(id), stored => {
      if (!stored?.value || !isPartyOf(stored.value, subject, party)) return stored;
      const value = next(stored.value);
      return value && {value};
    });
    return before === after ? undefined : before?.value;
  }

  return {
    /** Yields the links of a person, or those that contain a company, in the order of their creation. */
    list,

    /** Yields texts that together change whenever `list` does. */
    versions: (subject: DataSubject, party: string) => readVersions(store, listingOf(subject, party)),

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
      const id = linkIdOf(secret);
      const value: LinkRecord = {...newPersonal(person, companies), navn};
      if ((await idsOf(owner)).length >= bounds.maxLinksPerPerson) throw tooMany();
      await save(store, linkDocument, keyOf(id), {value}, undefined);
      // Other links may have been created at the same time.
      if ((await idsOf(owner)).indexOf(id) >= bounds.maxLinksPerPerson) {
        await change(id, 'person', owner, () => undefined);
        throw tooMany();
      }
      return {link: {...value, id}, secret};
    },

    /** Ends a person's link. Returns the link if it existed. */
    end: (owner: string, id: string) => change(id, 'person', owner, () => undefined),

    /** Takes a company out of a link, permanently. Returns the link if it had the company. */
    removeCompany: (cvr: string, id: string) => change(id, 'company', cvr, link => withoutCompany(link, cvr)),

    /** Returns the link of a secret. @throws {DocumentUnreadable} Such a link must not appear to have ended: calendar apps may remove its calendar. */
    async find(secret: string): Promise<Link | undefined> {
      const id = linkIdOf(secret);
      const document = await store.get(keyOf(id));
      return document && toLink(id, document as Document<LinkRecord>);
    },
  };
}

const toLink = (id: string, {value}: Document<LinkRecord>): Link => ({...value, id});

/** Returns the id of a link: 132 bits of the digest. With more, members of indexes could exceed 64 characters, which take six times the memory in Redis. */
export const linkIdOf = (secret: string) => hash('sha256', secret, 'base64url').slice(0, 22);

const tooMany = () =>
  new Problem(
    403,
    `You have ${bounds.maxLinksPerPerson} calendar links, which is the maximum. End one of them first.`,
  );
