import type {AuditLine, CommandLine} from '../logs/audit-line.ts';
import {printable} from '../logs/escape.ts';
import {formatDatetime} from '../time/datetime.ts';
import {type FoundLine, isCommandLine} from './audit-lines.ts';

/** The verbs for successful and failed requests. */
const verbs: Readonly<Record<string, readonly [string, string]>> = {
  POST: ['created', 'create'],
  PUT: ['updated', 'update'],
  DELETE: ['deleted', 'delete'],
};

/**
 * Describes a line for people: `2026-11-17T10:12:03+0100  61966617 updated form jord-9 of 61966617: titel  (201, private, request 0b1f…)`.
 *
 * @param nameOf Returns the name of a CVR number where it is known.
 */
export function describeLine(line: FoundLine, nameOf: (cvr: string) => string | undefined): string {
  const text = isCommandLine(line) ? describeCommand(line) : describeRequest(line, nameOf);
  return `${formatDatetime(Date.parse(line.time))}  ${printable(text)}`;
}

function describeCommand({command, options, person, company, result, removed}: CommandLine): string {
  const words = ['tavle', command, person ?? company, options];
  const count = removed === undefined ? '' : `, ${removed.toLocaleString('en')} removed`;
  return `operator: ${words.filter(word => word !== undefined).join(' ')}  (${result}${count})`;
}

function describeRequest(line: AuditLine, nameOf: (cvr: string) => string | undefined): string {
  const {caller, code, changed, isNew, replay, method, source, requestId} = line;
  const [done, wanted] = (isNew === true ? verbs.POST : verbs[method]) ?? [method, method];
  const name = caller === undefined ? undefined : nameOf(caller);
  const who =
    caller === undefined
      ? 'someone without valid credentials'
      : `${caller}${name === undefined ? '' : ` (${name})`}`;
  const what = subjectOf(line);
  const outcome = code >= 500 ? ', outcome unknown' : ', refused';
  const did =
    code < 400
      ? `${replay ? 'repeated the request that ' : ''}${done} ${what}`
      : `tried to ${wanted} ${what}${outcome}`;
  const fields = changed ? `: ${changed.join(', ') || 'nothing changed'}` : '';
  const facts = [code, source, requestId === undefined ? undefined : `request ${requestId}`];
  return `${who} ${did}${fields}  (${facts.filter(fact => fact !== undefined).join(', ')})`;
}

/** Describes the subject of a line. Paths of unidentified callers may contain any text. */
function subjectOf({interface: letter, id, caller, onBehalfOf}: AuditLine): string {
  switch (letter) {
    case 'A':
    case 'B': {
      const supplier = onBehalfOf ?? caller;
      return `form ${id ?? 'without an id'}${supplier === undefined ? '' : ` of ${supplier}`}`;
    }
    case 'C':
      return `deadline ${id ?? 'without a number'}`;
    case 'D':
      return id === 'apps/order' ? 'the order of apps' : `the state of app ${id ?? 'without a name'}`;
    default:
      return id === 'abonnement'
        ? `the calendar link of company ${onBehalfOf}`
        : `the marks of company ${onBehalfOf} on deadline ${id}`;
  }
}
