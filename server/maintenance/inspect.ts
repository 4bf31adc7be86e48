import {
  companyIndex,
  companyMember,
  type CompanyMarks,
  everyoneIndex,
  type Frist,
  fristKey,
  isWithdrawnLongAgo,
  marksKey,
  monthOf,
  toFrist,
  withdrawnDays,
} from '../calendar/records.ts';
import {currentMark} from '../calendar/mark-reader.ts';
import {
  isListed,
  isMunicipal,
  publicationOf,
  supplierIndex,
  type VariantHead,
  variantKey,
} from '../forms/variant.ts';
import {printable} from '../logs/log.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {partKey} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {hasEntry} from '../store/pages.ts';
import {asUnreadable, type Document, type Key} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {addDays, today} from '../time/dates.ts';
import {formatDatetime, type Instant} from '../time/datetime.ts';
import {partsOf, readWhole} from './consistent-read.ts';
import {count} from './messages.ts';

/* `tavle inspect`, for `cli/commands.ts`: explains a stored deadline or form variant to operators. Add a fact to
 * `inspectDeadline` or `inspectForm`, and a sentence to `describeDeadline` or `describePublication`. Reads the store,
 * and changes nothing. Scripts read the names of the facts (`--json`): keep the present ones. */

/** The stored data of a record and its description. */
export interface Report {
  /** `deadline 17`. */
  readonly subject: string;
  /** Sentences that explain the facts. The first one is the verdict. */
  readonly description: readonly string[];
  /** Sentences about lost or damaged data. */
  readonly problems: readonly string[];
  /** JSON values by name, in printing order; scripts read the names with `--json`. */
  readonly facts: Readonly<Record<string, unknown>>;
}

function failed(subject: string, problem: string, facts: Report['facts'] = {}): Report {
  return {subject, description: [], problems: [problem], facts};
}

/** Maximum number of index entries to look up: a deadline can have 850,000. */
const maxEntries = 1_000;

/** Returns the facts that all documents have. */
function factsOf(key: Key, {version, operation}: Document): Record<string, unknown> {
  return {key: keyPath(key), version, operation};
}

/**
 * Looks up the documents that a document needs, and the first 1,000 of its index entries.
 *
 * @returns Facts, and a problem for each missing document and for missing index entries.
 */
async function inspectDependencies(
  store: Store,
  key: Key,
  document: Document,
): Promise<Pick<Report, 'facts' | 'problems'>> {
  const groups = await readWhole(store, [{path: keyPath(key), ...document}]).next();
  const [whole] = groups.done ? [] : groups.value;
  if (!whole) return {facts: {}, problems: []};
  const {
    type,
    document: {value},
  } = whole;
  const needed = [
    ...(type.partsOf?.(value) ?? []).map(name => partKey(key, name)),
    ...(type.pointersOf?.(value, key) ?? []).map(pointer => pointer.key),
  ];
  const documents = await store.read(needed);
  const lost = needed.filter((_, index) => !documents[index]);
  const entries = type.entriesOf?.(value, key, partsOf(whole)).flatMap(set => [...set.entries()]) ?? [];
  const checked = entries.slice(0, maxEntries);
  const found = await Promise.all(checked.map(entry => hasEntry(store, entry)));
  const missing = found.filter(isFound => !isFound).length;
  const summary =
    checked.length < entries.length
      ? `${checked.length} of ${entries.length} looked up, ${missing} missing`
      : `${entries.length}, ${missing} missing`;
  return {
    facts: {neededDocuments: `${needed.length}, ${lost.length} missing`, indexEntries: summary},
    problems: [
      ...lost.map(each => `The document ${keyPath(each)} is missing or damaged. See "tavle repair".`),
      ...(missing ? ['Index entries are missing, so lists lack this document. Run "tavle repair".'] : []),
    ],
  };
}

/** Formats a report as text: the description, then a table of facts. */
export function renderReport({subject, facts, description}: Report): string[] {
  const width = Math.max(0, ...Object.keys(facts).map(({length}) => length));
  const rows = Object.entries(facts).flatMap(([name, value]) => {
    const [first = '', ...others] = linesOf(value);
    return [`  ${name.padEnd(width)}  ${first}`, ...others.map(line => `  ${' '.repeat(width)}  ${line}`)];
  });
  return [subject, ...description.map(sentence => `- ${sentence}`), ...rows];
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length ? value.flatMap(linesOf) : ['none'];
  if (typeof value !== 'object' || value === null) return [printable(value ?? 'none')];
  return Object.entries(value).map(([name, part]) => `${printable(name)}: ${linesOf(part).join(', ')}`);
}

/** Reports a deadline. With `cvr`, also reports whether that company sees it. */
export async function inspectDeadline(store: Store, id: number, cvr?: string): Promise<Report> {
  const subject = cvr === undefined ? `deadline ${id}` : `deadline ${id}, company ${cvr}`;
  const key = fristKey(id);
  const document = await store.get(key).catch(asUnreadable);
  const frist = document?.value === undefined ? undefined : toFrist(id, document);
  if (!document || !frist) {
    const problem = document
      ? 'The stored document cannot be read. Restore it from a backup.'
      : `The deadline ${id} does not exist: the number was never assigned, or "tavle prune" removed the deadline.`;
    return failed(subject, problem);
  }
  const dependencies = await inspectDependencies(store, key, document);
  const company = cvr === undefined ? undefined : await inspectDelivery(store, frist, cvr);
  return {
    subject,
    description: [...(company?.description ?? []), ...describeDeadline(frist)],
    problems: dependencies.problems,
    facts: {
      ...factsOf(key, document),
      sender: `${frist.afsenderCvr} (${frist.afsenderNavn})`,
      date: frist.fristDato,
      title: frist.overskrift,
      link: frist.link ?? null,
      recipients: frist.antal ?? 'all companies',
      changedAt: frist.aendret,
      recipientsChangedAt: frist.recipientsChangedAt ?? null,
      withdrawnAt: frist.slettet ?? null,
      revision: frist.revision,
      delivery: frist.delivery,
      ...dependencies.facts,
      ...company?.facts,
    },
  };
}

function describeDeadline(frist: Frist): string[] {
  if (frist.slettet !== undefined) {
    const until = addDays(frist.slettet.slice(0, 10), withdrawnDays);
    const feeds = isWithdrawnLongAgo(frist) ? '' : ` Calendar feeds report it as cancelled until ${until}.`;
    return [`Not visible: ${frist.afsenderCvr} withdrew it on ${frist.slettet.slice(0, 10)}.${feeds}`];
  }
  const recipients = frist.antal === null ? 'All companies' : count(frist.antal, 'company', 'companies');
  const past = frist.fristDato < today() ? ' Its date has passed: lists from today on omit it.' : '';
  return [`Recipients: ${recipients}. Visible to each company that has not hidden it.${past}`];
}

/** Reports whether a company received a deadline, and the company's mark. */
async function inspectDelivery(
  store: Store,
  frist: Frist,
  cvr: string,
): Promise<Pick<Report, 'facts' | 'description'>> {
  const member = companyMember(frist.fristId, frist);
  const index = frist.antal === null ? everyoneIndex : companyIndex(cvr);
  const [marks, isRecipient] = await Promise.all([
    store.get(marksKey(cvr, monthOf(frist.fristDato))).catch(asUnreadable),
    hasEntry(store, {index, member}),
  ]);
  const state = isRecipient
    ? `Company ${cvr}: ${describeMark(frist, marks)}.`
    : describeMissing(frist, cvr, markOn(frist, marks) !== undefined);
  return {facts: {mark: markFacts(frist, marks)}, description: [state]};
}

/** Explains why a company is not a recipient of a deadline. A company that has a mark was one. */
function describeMissing({recipientsChangedAt}: Frist, cvr: string, isMarked: boolean): string {
  if (isMarked) return `Company ${cvr} is no longer among its recipients: an update removed it.`;
  return recipientsChangedAt === undefined
    ? `Company ${cvr} is not among its recipients, and never was.`
    : `Company ${cvr} is not among its recipients. If it was, the update of ${recipientsChangedAt} or an earlier one removed it.`;
}

/** Returns the company's mark, also one for an earlier date. */
function markOn({fristId}: Frist, marks: Partial<Document> | undefined) {
  return (marks?.value as CompanyMarks | undefined)?.[fristId];
}

/** Omits the marks as read: only the person who set them can see them. */
function markFacts(frist: Frist, marks: Partial<Document> | undefined): unknown {
  if (!marks) return null;
  if (marks.value === undefined)
    return {version: marks.version, unreadable: 'the stored marks cannot be read, so they do not count'};
  const mark = markOn(frist, marks);
  if (!mark) return null;
  return {
    version: marks.version,
    hidden: mark.slettet?.tid ?? false,
    done: mark.klaret?.tid ?? false,
    ...(!currentMark(frist, mark) && {
      outdated: 'the date of the deadline changed after the mark, so the mark does not count',
    }),
  };
}

function describeMark(frist: Frist, marks: Partial<Document> | undefined): string {
  const mark = currentMark(frist, markOn(frist, marks));
  if (frist.slettet !== undefined) return `not visible, withdrawn on ${frist.slettet.slice(0, 10)}`;
  if (mark?.slettet)
    return `hidden by the company on ${mark.slettet.tid.slice(0, 10)}; shown only with "include hidden"`;
  return mark?.klaret
    ? `visible, marked as done on ${mark.klaret.tid.slice(0, 10)}`
    : 'visible, not marked as done';
}

/** Reports a form variant. @param portal Its suppliers, authorities and form masters limit the publication. */
export async function inspectForm(
  store: Store,
  cvr: string,
  egetId: string,
  portal: Portal,
): Promise<Report> {
  const subject = `form ${cvr} ${egetId}`;
  const key = variantKey({cvr, egetId: egetId.normalize('NFC')});
  const document = await store.get(key).catch(asUnreadable);
  if (!document) {
    const others = await store.scan(supplierIndex(cvr), {limit: 10});
    const known = others.length ? ` It has ${others.join(', ')}${others.length === 10 ? ' …' : ''}.` : '';
    return failed(subject, `The supplier ${cvr} has no form variant "${egetId}".${known}`);
  }
  if (document.value === undefined) {
    return failed(subject, 'The stored document cannot be read.', factsOf(key, document));
  }
  const head = document.value as VariantHead;
  const {facts, problems} = await inspectDependencies(store, key, document);
  const {from, until} = publicationOf(head, portal);
  return {
    subject,
    description: [describePublication(head, portal, Date.now())],
    problems,
    facts: {
      ...factsOf(key, document),
      interface: isMunicipal(head) ? 'A' : 'B',
      registryId: head.diaId,
      title: head.fields.titel,
      permalink: head.permalink,
      changedAt: formatDatetime(head.changed),
      deleted: head.deleted,
      publishedFrom: isFinite(from) ? formatDatetime(from) : null,
      publishedUntil: isFinite(until) ? formatDatetime(until) : null,
      textBytes: head.texts?.bytes ?? 0,
      ...facts,
    },
  };
}

function describePublication(head: VariantHead, portal: Portal, now: Instant): string {
  const {from, until} = publicationOf(head, portal);
  if (head.deleted) return `Not published: it was deleted on ${formatDatetime(head.changed)}.`;
  if (!isFinite(from)) return 'Not published: it has no publiceringsdato.';
  if (from >= until)
    return `Not published: publication would start on ${formatDatetime(from)}, but ends on ${formatDatetime(until)}.`;
  if (now >= until) return `No longer published: publication ended on ${formatDatetime(until)}.`;
  // Without a portal file, nothing is known about suppliers and authorities.
  if (portal !== emptyPortal && !isListed(head, portal))
    return 'Not published: the portal file does not list its supplier, or no authority that shows it.';
  if (now < from) return `Not yet published: publication starts on ${formatDatetime(from)}.`;
  return `Published since ${formatDatetime(from)}${isFinite(until) ? `, until ${formatDatetime(until)}` : ''}.`;
}
