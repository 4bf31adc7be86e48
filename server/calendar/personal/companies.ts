/** What a person sets up for some or all of their companies: calendar links and mails. For `links.ts`, `reminders.ts`
 * and the operations of both. Add a shared field to `personalRecord`, as optional: stores contain the records. Links
 * and mails lose companies that the person no longer has (`createFollower`). */
import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {forCompanies} from '../../http/audit.ts';
import {expected, listOf, requiredText} from '../../http/fields.ts';
import {cvrForm, hasCvrForm} from '../../identity/cvr.ts';
import {type Person, requireCompanies} from '../../identity/token.ts';
import type {AuditLog} from '../../logs/audit-line.ts';
import type {DataSubject, DocumentType} from '../../store/document-type.ts';
import type {Key} from '../../store/engine.ts';
import {changing} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';

/** The maximum length of a name. */
export const maxNameLength = 100;

/** The stored shape of what a person sets up. */
export const personalRecord = z.object({
  /** The owner claim of the person. */
  owner: z.string(),
  /** Each with the name that the request gave it (`navne`). */
  virksomheder: z.array(z.object({cvr: z.string().regex(cvrForm), navn: z.string().optional()})).readonly(),
  /** Set if the record has all companies of the newest token except these. The person has left them out, or people of the company have removed it. */
  allExcept: z.array(z.string()).readonly().optional(),
  /** Names by CVR number for companies that may join the record later, or return to it. Only with `allExcept`. */
  names: z.record(z.string(), z.string()).readonly().optional(),
  /** The time of issue of the newest token that has set the companies, in seconds since 1970. Only a later token changes them. */
  tokenTime: z.number(),
  oprettet: z.iso.datetime(),
});

export type PersonalRecord = Readonly<z.output<typeof personalRecord>>;

/** A list of companies in a request. */
export const namedCompanies = listOf(
  z.string(expected('text')).meta({pattern: cvrForm.source}),
  'a list of CVR numbers',
  bounds.maxTokenCompanies,
)
  .refine(cvrs => cvrs.length > 0, 'Must name at least one company.')
  .meta({minItems: 1});

/** The fields of a request that name the companies of a link, or of mails. */
export const chosenCompanies = {
  virksomheder: namedCompanies
    .optional()
    .describe('CVR numbers of the companies. Default: all companies of the person.'),
  navne: z
    .record(z.string(), requiredText(maxNameLength), expected('an object'))
    .optional()
    .describe(
      'Names of companies by CVR number, for titles and mails. Companies that join later have them too. Others appear by their number.',
    ),
  alle: z
    .boolean(expected('true or false'))
    .optional()
    .describe(
      'Whether companies that newer tokens of the person name join them. Default: only if `virksomheder` is missing.',
    ),
};

export type ChosenCompanies = z.output<z.ZodObject<typeof chosenCompanies>>;

/** The companies of a link, or of mails, in a response. */
export const linkedCompanies = z
  .array(
    z
      .object({cvr: z.string().meta({pattern: cvrForm.source}), navn: z.string().optional()})
      .meta({id: 'AbonnementsVirksomhed'}),
  )
  .describe('The companies.');

/** Returns the record of a person's choice. @throws {Problem} 403 when the person does not have all of the companies. */
export function newPersonal(
  person: Person,
  {virksomheder, navne = {}, alle = !virksomheder}: ChosenCompanies,
): PersonalRecord {
  requireCompanies(person, [['virksomheder', virksomheder]]);
  const {owner, cvrs, issuedAt} = person;
  const named = new Map(Object.entries(navne));
  const chosen = new Set(virksomheder ?? cvrs);
  const own = new Set(cvrs);
  const later = [...named].filter(([cvr]) => hasCvrForm(cvr) && !own.has(cvr));
  const names = Object.fromEntries(later.slice(0, bounds.maxTokenCompanies));
  return {
    owner,
    virksomheder: [...chosen].map(cvr => ({cvr, navn: named.get(cvr)})),
    ...(alle && {allExcept: cvrs.filter(cvr => !chosen.has(cvr)), names}),
    tokenTime: issuedAt,
    oprettet: new Date().toISOString(),
  };
}

/** Returns a record without lost companies, and with new ones if it is for all companies. @param person The person of the newest token. */
function withCompanies<Record extends PersonalRecord>(
  record: Record,
  {cvrs, mayHaveMore = false}: Person,
): Record {
  const own = new Set(cvrs);
  const {allExcept, names} = record;
  const kept = record.virksomheder.filter(({cvr}) => mayHaveMore || own.has(cvr));
  const known = new Set([...(allExcept ?? []), ...kept.map(({cvr}) => cvr)]);
  const joined = allExcept
    ? [...own].filter(cvr => !known.has(cvr)).map(cvr => ({cvr, navn: names?.[cvr]}))
    : [];
  const isSame = kept.length === record.virksomheder.length && !joined.length;
  if (isSame) return record;
  const virksomheder = [...kept, ...joined];
  if (!allExcept) return {...record, virksomheder};
  const former = record.virksomheder.filter(({cvr}) => !own.has(cvr));
  const formerNames = former.flatMap(({cvr, navn}) => (navn === undefined ? [] : [[cvr, navn] as const]));
  const others = Object.entries(names ?? {}).filter(([cvr]) => !own.has(cvr));
  const all = [...formerNames, ...others].slice(0, bounds.maxTokenCompanies);
  return {...record, virksomheder, names: Object.fromEntries(all)};
}

/** Returns the companies that are in only one of two records. */
export function differenceOf(one: PersonalRecord | undefined, other: PersonalRecord | undefined): string[] {
  const cvrsOf = (record: PersonalRecord | undefined) => new Set(record?.virksomheder.map(({cvr}) => cvr));
  const [before, after] = [cvrsOf(one), cvrsOf(other)];
  return [...before, ...after].filter(cvr => !before.has(cvr) || !after.has(cvr));
}

/** Returns a record from which a company's people have removed the company, permanently. */
export function withoutCompany<Record extends PersonalRecord>(record: Record, cvr: string): Record {
  const rest = withoutDataOf(record, cvr);
  return rest.allExcept ? {...rest, allExcept: [...rest.allExcept, cvr]} : rest;
}

/**
 * Returns a record without what it says about a company. The next token that names the company adds it again to a record for all companies. Keeps the
 * company in `allExcept`: without this entry of the person or of the company's people, it would join against their will.
 */
function withoutDataOf<Record extends PersonalRecord>(record: Record, cvr: string): Record {
  const virksomheder = record.virksomheder.filter(each => each.cvr !== cvr);
  if (!record.names) return {...record, virksomheder};
  const {[cvr]: _, ...names} = record.names;
  return {...record, virksomheder, names};
}

/** Returns what a record says about a person or a company, and the record without these data: see {@link DocumentType}. */
export function splitPersonal<Record extends PersonalRecord>(
  record: Record,
  subject: DataSubject,
  party: string,
): {about: unknown; rest: Record | undefined} | undefined {
  const navn = subject === 'company' ? record.names?.[party] : undefined;
  if (!isPartyOf(record, subject, party) && navn === undefined) return undefined;
  if (subject === 'person') return {about: record, rest: undefined};
  // The person and the other companies are not the company's data.
  const virksomheder = record.virksomheder.filter(({cvr}) => cvr === party);
  const about = {
    virksomheder,
    ...(navn !== undefined && {names: {[party]: navn}}),
    oprettet: record.oprettet,
  };
  return {about, rest: withoutDataOf(record, party)};
}

export function isPartyOf(
  {owner, virksomheder}: PersonalRecord,
  subject: DataSubject,
  party: string,
): boolean {
  return subject === 'person' ? owner === party : virksomheder.some(({cvr}) => cvr === party);
}

/** A kind of documents that follow the companies of a person. */
export interface Following {
  readonly type: DocumentType<PersonalRecord>;
  /** Yields the keys of the documents of a person. */
  readonly keysOf: (store: Store, owner: string) => AsyncIterable<Key>;
  /** Returns the `id` of the audit line. */
  readonly auditIdOf: (key: Key) => string | undefined;
  /** Returns the record after a visit of the person. Default: unchanged. */
  readonly onVisit?: (record: PersonalRecord) => PersonalRecord;
}

/**
 * Returns a function that updates the companies of links and mails when the service first sees a token of their person. Removes companies that the
 * token does not name, unless the person may have more companies, as after a private sign-in, whose token names none. Adds new companies of the token
 * to links and mails that are for all companies. Each such change has a line in the audit log. While the log or the store cannot be written, the next
 * request tries again. Updates for many companies run one at a time, since a few hundred could fill the memory; after a long wait, the next request tries
 * again.
 *
 * @param audit Default: changes are not recorded.
 */
export function createFollower(store: Store, kinds: readonly Following[], audit?: AuditLog) {
  const seen = new WeakSet<Person>();
  let last = Promise.resolve();

  function followInTurn(person: Person): Promise<void> {
    const since = performance.now();
    const isLate = () => performance.now() - since > bounds.storeTimeoutMs;
    const turn = last.then(() => (isLate() ? undefined : follow(person)));
    last = turn.catch(() => undefined);
    return turn;
  }

  async function follow(person: Person): Promise<void> {
    const {owner, issuedAt} = person;
    for (const {type, keysOf, auditIdOf, onVisit = (record: PersonalRecord) => record} of kinds) {
      for await (const key of keysOf(store, owner)) {
        let former: PersonalRecord | undefined;
        const {after} = await changing(store, type, key, stored => {
          const {value} = stored ?? {};
          former = value;
          if (value?.owner !== owner) return stored;
          const following = value.tokenTime >= issuedAt ? value : withCompanies(value, person);
          const next = onVisit(following === value ? value : {...following, tokenTime: issuedAt});
          return next === value ? stored : {value: next};
        });
        const moved = differenceOf(former, after?.value);
        if (moved.length)
          await audit?.write({
            ...{
              time: new Date().toISOString(),
              interface: 'E',
              method: 'PUT',
              caller: owner,
              id: auditIdOf(key),
            },
            ...{...forCompanies(moved), changed: ['virksomheder'], code: 200, source: 'unknown'},
          });
      }
    }
    seen.add(person);
  }

  return (person: Person): Promise<void> | undefined => {
    // A private sign-in, whose token names no companies although the person may have some, changes nothing and does not count as a visit.
    if (person.noCompany && person.mayHaveMore) return undefined;
    if (seen.has(person) || audit?.isWritable() === false) return undefined;
    // A store that refuses changes must not keep the person from reading. If the store is unavailable, the operation itself reports it.
    const isLarge = person.cvrs.length > bounds.maxUnqueuedCompanies;
    return (isLarge ? followInTurn(person) : follow(person)).catch(() => undefined);
  };
}
