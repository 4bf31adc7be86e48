import {createCompanyCalendar} from '../../calendar/company-calendar.ts';
import {count} from '../messages.ts';
import {companyKey} from '../../calendar/feed/subscriptions.ts';
import {
  authorityIndex,
  companyIndex,
  companyMember,
  everyoneIndex,
  type Frist,
  fristKey,
  isWithdrawnLongAgo,
  markKey,
  type MarkRecord,
  toFrist,
  withdrawnDays,
} from '../../calendar/records.ts';
import {storedBytesKey} from '../../quotas/storage-quota.ts';
import {keyPath} from '../../store/key.ts';
import {hasEntry} from '../../store/pages.ts';
import type {Document, Store} from '../../store/store.ts';
import {addDays, type IsoDate, today} from '../../time/dates.ts';
import {readCounters} from '../counters.ts';
import {factsOf, inspectDependencies, type Report} from './report.ts';

/** Maximum number of deadlines in a report. */
const maxListed = 200;

/** Reports a deadline. With `cvr`, also reports whether that company sees it. */
export async function inspectDeadline(store: Store, id: number, cvr?: string): Promise<Report> {
  const subject = cvr === undefined ? `deadline ${id}` : `deadline ${id}, company ${cvr}`;
  const key = fristKey(id);
  const [document] = await store.read([key]);
  const frist = toFrist(id, document);
  if (!document || !frist) {
    const problem = document
      ? 'The stored document cannot be read. Restore it from a backup.'
      : `There is no deadline ${id}: the number was never assigned, or "tavle prune" removed the deadline ${withdrawnDays} days after it was withdrawn.`;
    return {subject, facts: {}, description: [], problems: [problem]};
  }
  const dependencies = await inspectDependencies(store, key, document);
  const company = cvr === undefined ? undefined : await inspectDelivery(store, frist, cvr);
  return {
    subject,
    facts: {
      ...factsOf(key, document),
      sender: `${frist.afsenderCvr}${frist.afsenderNavn === undefined ? '' : ` (${frist.afsenderNavn})`}`,
      date: frist.fristDato,
      title: frist.overskrift,
      recipients: frist.antal ?? 'all companies',
      changedAt: frist.aendret,
      withdrawnAt: frist.slettet ?? null,
      revision: frist.revision,
      delivery: frist.delivery,
      ...dependencies.facts,
      ...company?.facts,
    },
    description: [...describe(frist), ...(company?.description ?? [])],
    problems: dependencies.problems,
  };
}

function describe(frist: Frist): string[] {
  if (frist.slettet !== undefined) {
    const until = addDays(frist.slettet.slice(0, 10), withdrawnDays);
    const feeds = isWithdrawnLongAgo(frist) ? '' : ` Calendar feeds report it as cancelled until ${until}.`;
    return [`Not visible: ${frist.afsenderCvr} withdrew it on ${frist.slettet.slice(0, 10)}.${feeds}`];
  }
  const recipients = frist.antal === null ? 'All companies' : count(frist.antal, 'company', 'companies');
  const past = frist.fristDato < today() ? ' Its date has passed: lists from today on omit it.' : '';
  return [`Recipients: ${recipients}. Visible to each company that has not hidden it.${past}`];
}

/** Reports whether a company received a deadline, and its mark. */
async function inspectDelivery(
  store: Store,
  frist: Frist,
  cvr: string,
): Promise<Pick<Report, 'facts' | 'description'>> {
  const member = companyMember(frist.fristId, frist);
  const index = frist.antal === null ? everyoneIndex : companyIndex(cvr);
  const [[mark], isRecipient] = await Promise.all([
    store.read([markKey(cvr, frist.fristId)]),
    hasEntry(store, {index, member}),
  ]);
  const state = isRecipient
    ? `Company ${cvr}: ${stateOf(frist, mark?.value as MarkRecord | undefined)}.`
    : `Company ${cvr} is not among its recipients.`;
  return {facts: {mark: markFacts(frist, mark)}, description: [state]};
}

function markFacts({revision}: Frist, mark: Document | undefined): unknown {
  if (!mark) return null;
  if (mark.value === undefined)
    return {version: mark.version, unreadable: 'the stored mark cannot be read, so it does not count'};
  const {isLaest, isSlettet, ...record} = mark.value as MarkRecord;
  return {
    version: mark.version,
    read: isLaest,
    hidden: isSlettet,
    ...(record.revision !== revision && {
      outdated: 'the deadline changed after the mark, so the mark does not count',
    }),
  };
}

function stateOf(frist: Frist, mark: Partial<MarkRecord> = {}): string {
  const {isLaest = false, isSlettet = false, revision} = mark;
  const counts = revision === frist.revision;
  if (frist.slettet !== undefined) return `not visible, withdrawn on ${frist.slettet.slice(0, 10)}`;
  if (counts && isSlettet) return 'hidden by the company; shown only with "include hidden"';
  return counts && isLaest ? 'visible, read' : 'visible, unread';
}

/** Reports the deadlines of a company between two days, inclusive. */
export async function inspectCompany(
  store: Store,
  cvr: string,
  fra: IsoDate,
  til?: IsoDate,
): Promise<Report> {
  const deadlines: string[] = [];
  let found = 0;
  for await (const page of createCompanyCalendar(store).list(cvr, {fra, til})) {
    for (const {frist, isLaest, isSlettet} of page) {
      found += 1;
      if (found > maxListed) continue;
      const mark = {revision: frist.revision, isLaest, isSlettet};
      const state = stateOf(frist, mark);
      deadlines.push(`${frist.fristDato}  ${frist.fristId}  ${state}  ${frist.overskrift}`);
    }
  }
  const [subscription] = await store.read([companyKey(cvr)]);
  return {
    subject: `company ${cvr}, ${fra} to ${til ?? 'the last deadline'}`,
    facts: {
      calendarLink: subscription ? `exists, version ${subscription.version}` : null,
      deadlines,
    },
    description: [
      `${count(found, 'deadline')} of the company in this period${found > maxListed ? `; the first ${maxListed} are listed` : ''}.`,
      'A deadline that is not listed was not delivered to the company, has another date, or was withdrawn more than ' +
        `${withdrawnDays} days ago: see "tavle inspect deadline ID --company ${cvr}".`,
    ],
    problems: [],
  };
}

/** Reports what an authority has delivered. */
export async function inspectAuthority(store: Store, cvr: string): Promise<Report> {
  const members: string[] = [];
  let total = 0;
  const pageLength = 1_000;
  for (let from = ''; ;) {
    const page = await store.scan(authorityIndex(cvr), {from, limit: pageLength});
    total += page.length;
    members.push(...page);
    members.splice(0, members.length - maxListed);
    if (page.length < pageLength) break;
    from = `${page.at(-1) ?? ''}\0`;
  }
  const ids = members.map(Number).reverse();
  const documents = await store.read(ids.map(fristKey));
  const counters = await readCounters(store);
  const newest = ids.flatMap((id, index) => {
    const frist = toFrist(id, documents[index]);
    // An entry without a document belongs to an incomplete delivery, or to a removed one.
    if (!frist) return documents[index] ? [`${id}  cannot be read`] : [];
    const recipients = frist.antal === null ? 'all companies' : count(frist.antal, 'company', 'companies');
    return [`${frist.fristDato}  ${id}  ${recipients}  ${frist.overskrift}`];
  });
  return {
    subject: `authority ${cvr}`,
    facts: {
      storedBytes: counters.get(keyPath(storedBytesKey('myndighed', cvr))) ?? 0,
      deadlines: total,
      newest,
    },
    description: [
      `${newest.length === total ? 'All are' : `The newest ${newest.length} are`} listed, the newest first.`,
    ],
    problems: [],
  };
}
