import {count} from './messages.ts';
import {
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
} from '../calendar/records.ts';
import {asUnreadable} from '../store/data-lost.ts';
import {hasEntry} from '../store/pages.ts';
import type {Document, Store} from '../store/store.ts';
import {addDays, today} from '../time/dates.ts';
import {factsOf, inspectDependencies, type Report} from './inspect-report.ts';

/** Reports a deadline. With `cvr`, also reports whether that company sees it. */
export async function inspectDeadline(store: Store, id: number, cvr?: string): Promise<Report> {
  const subject = cvr === undefined ? `deadline ${id}` : `deadline ${id}, company ${cvr}`;
  const key = fristKey(id);
  const document = await store.get(key).catch(asUnreadable);
  const frist = document?.value === undefined ? undefined : toFrist(id, document);
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
  const [mark, isRecipient] = await Promise.all([
    store.get(markKey(cvr, frist.fristId)).catch(asUnreadable),
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
