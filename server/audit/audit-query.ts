import type {AuditLine, CommandLine} from '../logs/audit-line.ts';
import type {Instant} from '../time/datetime.ts';
import {type FoundLine, isCommandLine} from './audit-lines.ts';

/** The subject of a change. */
export type AuditSubject =
  | {readonly kind: 'form'; readonly cvr: string; readonly egetId: string}
  | {readonly kind: 'deadline'; readonly id: string}
  | {readonly kind: 'company'; readonly cvr: string}
  | {readonly kind: 'person'; readonly owner: string};

/** A query of the audit log. An omitted property matches every line. */
export interface AuditQuery {
  readonly subject?: AuditSubject | undefined;
  /** A CVR number, an owner claim, or `operator` for commands. */
  readonly caller?: string | undefined;
  readonly from?: Instant | undefined;
  /** The end of the period, exclusive. */
  readonly until?: Instant | undefined;
}

/** Returns a function that returns whether a line matches. */
export function matcherOf({subject, caller, from = -Infinity, until = Infinity}: AuditQuery) {
  const isAbout = subject ? matcherOfSubject(subject) : () => true;
  return (line: FoundLine): boolean => {
    const time = Date.parse(line.time);
    return time >= from && time < until && (caller === undefined || line.caller === caller) && isAbout(line);
  };
}

function matcherOfSubject(subject: AuditSubject): (line: FoundLine) => boolean {
  const isRequestAbout = matcherOfRequests(subject);
  return line => (isCommandLine(line) ? isErasureOf(subject, line) : isRequestAbout(line));
}

function isErasureOf(subject: AuditSubject, {person, company}: CommandLine): boolean {
  if (subject.kind === 'person') return person === subject.owner;
  return subject.kind === 'company' && company === subject.cvr;
}

function matcherOfRequests(subject: AuditSubject): (line: AuditLine) => boolean {
  switch (subject.kind) {
    case 'form': {
      const egetId = subject.egetId.normalize();
      return line =>
        isOf(line, 'AB') &&
        (line.onBehalfOf ?? line.caller) === subject.cvr &&
        String(line.id).normalize() === egetId;
    }
    case 'deadline':
      return line => isOf(line, 'CE') && String(line.id) === subject.id;
    case 'company':
      return line => isOf(line, 'E') && line.onBehalfOf === subject.cvr;
    case 'person':
      return line => isOf(line, 'D') && line.caller === subject.owner;
  }
}

const isOf = (line: AuditLine, letters: string) => letters.includes(line.interface);

/** Texts that JSON does not escape, with a single Unicode normal form. */
const plain = /^[\w .:@/+-]+$/;

/** Returns texts that each matching line contains: lines without them need not be parsed. */
export function textsIn({subject, caller}: AuditQuery): string[] {
  const texts = subject
    ? Object.entries(subject).flatMap(([name, value]) => (name === 'kind' ? [] : value))
    : [];
  return [...texts, ...(caller === undefined ? [] : [caller])].filter(text => plain.test(text));
}
