import {publicationOf, supplierIndex, type VariantHead, variantKey} from '../forms/variant.ts';
import type {Portal} from '../portal/portal.ts';
import {asUnreadable} from '../store/data-lost.ts';
import type {Store} from '../store/store.ts';
import {formatDatetime, type Instant} from '../time/datetime.ts';
import {factsOf, inspectDependencies, type Report} from './inspect-report.ts';

/** Reports a form variant. @param portal Its form masters limit the publication. */
export async function inspectForm(
  store: Store,
  cvr: string,
  egetId: string,
  portal: Portal,
): Promise<Report> {
  const subject = `form ${cvr} ${egetId}`;
  const key = variantKey({cvr, egetId});
  const document = await store.get(key).catch(asUnreadable);
  if (!document) {
    const others = await store.scan(supplierIndex(cvr), {limit: 10});
    const known = others.length ? ` It has ${others.join(', ')}${others.length === 10 ? ' …' : ''}.` : '';
    return {
      subject,
      facts: {},
      description: [],
      problems: [`The supplier ${cvr} has no form variant "${egetId}".${known}`],
    };
  }
  if (document.value === undefined) {
    return {
      subject,
      facts: factsOf(key, document),
      description: [],
      problems: ['The stored document cannot be read.'],
    };
  }
  const head = document.value as VariantHead;
  const {facts, problems} = await inspectDependencies(store, key, document);
  const {from, until} = publicationOf(head, portal);
  return {
    subject,
    facts: {
      ...factsOf(key, document),
      interface: head.version === 1 ? 'A' : 'B',
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
    description: [describePublication(head, from, until, Date.now())],
    problems,
  };
}

function describePublication(
  {deleted, changed}: VariantHead,
  from: Instant,
  until: Instant,
  now: Instant,
): string {
  if (deleted) return `Not published: it was deleted on ${formatDatetime(changed)}.`;
  if (!isFinite(from)) return 'Not published: it has no publiceringsdato.';
  if (now < from) return `Not yet published: publication starts on ${formatDatetime(from)}.`;
  if (now >= until) return `No longer published: publication ended on ${formatDatetime(until)}.`;
  return `Published since ${formatDatetime(from)}${isFinite(until) ? `, until ${formatDatetime(until)}` : ''}.`;
}
