import {dependenciesOf} from '../document-types.ts';
import {printable} from '../logs/escape.ts';
import {keyPath} from '../store/key.ts';
import {hasEntry} from '../store/pages.ts';
import type {Document, Key, Store} from '../store/store.ts';

/** The stored data of a record and its description. */
export interface Report {
  /** `deadline 17`. */
  readonly subject: string;
  /** JSON values by name, in printing order. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Sentences that explain the facts. */
  readonly description: readonly string[];
  /** Sentences about lost or damaged data. */
  readonly problems: readonly string[];
}

/** Maximum number of index entries to look up: a deadline can have 850,000. */
const maxEntries = 1_000;

/** Returns the facts that all documents have. */
export function factsOf(key: Key, {version, operation}: Document): Record<string, unknown> {
  return {key: keyPath(key), version, operation};
}

/**
 * Looks up the documents that a document needs, and the first 1,000 of its index entries.
 *
 * @returns Facts, and a problem for each missing document and for missing index entries.
 */
export async function inspectDependencies(
  store: Store,
  key: Key,
  document: Document,
): Promise<Pick<Report, 'facts' | 'problems'>> {
  const dependencies = dependenciesOf({path: keyPath(key), ...document});
  if (!dependencies) return {facts: {}, problems: []};
  const needed = await store.read(dependencies.documents.map(each => each.key));
  const lost = dependencies.documents.filter((_, index) => !needed[index]);
  const entries = dependencies.entries(needed);
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
      ...lost.map(each => `The document ${keyPath(each.key)} is missing or damaged. See "tavle repair".`),
      ...(missing ? ['Index entries are missing, so lists lack this document. Run "tavle repair".'] : []),
    ],
  };
}

/** Formats a report as text: a table of facts, then the description. */
export function renderReport({subject, facts, description}: Report): string[] {
  const width = Math.max(0, ...Object.keys(facts).map(({length}) => length));
  const rows = Object.entries(facts).flatMap(([name, value]) => {
    const [first = '', ...others] = linesOf(value);
    return [`  ${name.padEnd(width)}  ${first}`, ...others.map(line => `  ${' '.repeat(width)}  ${line}`)];
  });
  return [subject, ...rows, ...description.map(sentence => `- ${sentence}`)];
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length ? value.flatMap(linesOf) : ['none'];
  if (typeof value !== 'object' || value === null) return [printable(value ?? 'none')];
  return Object.entries(value).map(([name, part]) => `${printable(name)}: ${linesOf(part).join(', ')}`);
}
