import {dependenciesOf} from '../../document-types.ts';
import {escape} from '../../logs/escape.ts';
import {keyPath} from '../../store/key.ts';
import type {Document, Entry, Key, Store} from '../../store/store.ts';

/** The stored documents of a record, and what they mean. */
export interface Report {
  /** The inspected record: `deadline 17`. */
  readonly subject: string;
  /** JSON values by name, in the order in which they are printed. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Sentences: what the facts mean for those who read or wrote the data. */
  readonly meaning: readonly string[];
  /** Sentences: what the store has lost. */
  readonly problems: readonly string[];
}

/** Index entries of one document that are looked up at most: a deadline can have 850,000. */
const maxEntries = 1_000;

/** What every document has, as facts. */
export function factsOf(key: Key, {version, operation}: Document): Record<string, unknown> {
  return {key: keyPath(key), version, operation};
}

/**
 * Looks for what a document needs: other documents, and the index entries that lead to it.
 *
 * @returns Facts, and a sentence for each kind that is missing. Of many index entries, the first 1,000 are looked up.
 */
export async function inspectDependencies(
  store: Store,
  key: Key,
  document: Document,
): Promise<Pick<Report, 'facts' | 'problems'>> {
  const dependencies = dependenciesOf({path: keyPath(key), ...document});
  if (!dependencies) return {facts: {}, problems: []};
  const needed = await store.read(dependencies.documents.map(each => each.key));
  const lost = dependencies.documents.filter((_, place) => needed[place]?.value === undefined);
  const entries = dependencies.entries(needed);
  const looked = entries.slice(0, maxEntries);
  const missing = (await Promise.all(looked.map(entry => isMissing(store, entry)))).filter(Boolean).length;
  const examined =
    looked.length < entries.length
      ? `${looked.length} of ${entries.length} looked up, ${missing} missing`
      : `${entries.length}, ${missing} missing`;
  return {
    facts: {neededDocuments: `${needed.length}, ${lost.length} missing`, indexEntries: examined},
    problems: [
      ...lost.map(each => `The document ${keyPath(each.key)} is missing or damaged. See "tavle repair".`),
      ...(missing ? ['Index entries are missing, so lists lack this document. Run "tavle repair".'] : []),
    ],
  };
}

async function isMissing(store: Store, {index, member}: Entry): Promise<boolean> {
  const [found] = await store.scan(index, {from: member, to: `${member}\0`, limit: 1});
  return found === undefined;
}

/** Prints a report as text: facts as a table, then what they mean. */
export function renderReport({subject, facts, meaning}: Report): string[] {
  const width = Math.max(0, ...Object.keys(facts).map(({length}) => length));
  const rows = Object.entries(facts).flatMap(([name, value]) => {
    const [first = '', ...others] = linesOf(value);
    return [`  ${name.padEnd(width)}  ${first}`, ...others.map(line => `  ${' '.repeat(width)}  ${line}`)];
  });
  return [subject, ...rows, ...meaning.map(sentence => `- ${sentence}`)];
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length ? value.flatMap(linesOf) : ['none'];
  if (typeof value !== 'object' || value === null) return [printable(value ?? 'none')];
  return Object.entries(value).map(([name, part]) => `${printable(name)}: ${linesOf(part).join(', ')}`);
}

/** Escapes control characters: stored texts must not write to the operator's terminal. */
export function printable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character =>
    character < ' ' ? JSON.stringify(character).slice(1, -1) : escape(character),
  );
}
