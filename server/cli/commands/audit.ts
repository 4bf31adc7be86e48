import {once} from 'node:events';

import {openAuditFiles} from '../../audit/audit-files.ts';
import {findLines, type FoundLine, isCommandLine, type Unread} from '../../audit/audit-lines.ts';
import {type AuditQuery, type AuditSubject, matcherOf, textsIn} from '../../audit/audit-query.ts';
import {describeLine} from '../../audit/describe-line.ts';
import {auditDestination, withoutEmpty} from '../../config.ts';
import {describeFileError} from '../../files/file-error.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {standardOutput} from '../../logs/audit-log.ts';
import {readPortal} from '../../portal/portal.ts';
import {addDays, parseDate} from '../../time/dates.ts';
import {type Instant, parseDatetime} from '../../time/datetime.ts';
import type {Options} from '../command.ts';
import {count, type Outcome, CommandError} from '../../maintenance/messages.ts';
import {report} from '../report.ts';

/** The value of `--file` for standard input. */
const standardInput = '-';

const subjects = {
  form: ([cvr, egetId = '']) => ({kind: 'form', cvr: parseCvr(cvr), egetId}),
  deadline: ([id = '']) => ({kind: 'deadline', id}),
  company: ([cvr]) => ({kind: 'company', cvr: parseCvr(cvr)}),
  person: ([owner = '']) => ({kind: 'person', owner}),
} satisfies Record<string, (args: readonly string[]) => AuditSubject>;

/** @param kind `undefined`: all kinds. */
export const run = (
  kind: keyof typeof subjects | undefined,
  args: readonly string[],
  options: Options,
): Promise<void> =>
  report('audit', async stopped => {
    const query = {
      subject: kind && subjects[kind](args),
      caller: options.caller,
      from: parseInstant(options.from),
      until: parseInstant(options.to, 1),
    };
    return search(query, options, stopped);
  });

async function search(query: AuditQuery, {json, file}: Options, stopped: AbortSignal): Promise<Outcome> {
  const print = json === undefined ? printForPeople() : printJson;
  const unread: Unread = {lines: 0};
  const problems: string[] = [];
  const [texts, isWanted] = [textsIn(query), matcherOf(query)];
  let changes = 0;
  let refused = 0;
  // The reader closed the pipe, as `head` does.
  process.stdout.on('error', () => process.exit(0));

  for (const searched of await open(file, query.from)) {
    try {
      for await (const lines of findLines(searched.read(), texts, isWanted, unread)) {
        stopped.throwIfAborted();
        const outcomes = lines.map(outcomeOf);
        changes += outcomes.filter(outcome => outcome === 'done').length;
        refused += outcomes.filter(outcome => outcome === 'failed').length;
        await print(lines);
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      problems.push(describeFileError(`read ${searched.path}`, error));
    } finally {
      await searched.close();
    }
  }
  const summary = `${count(changes, 'change')}, ${count(refused, 'refused or failed attempt')}.`;
  return {
    lines: json === undefined ? [summary] : [],
    problems,
    warnings: unread.lines ? [`${count(unread.lines, 'line')} can't be read and were left out.`] : [],
  };
}

function outcomeOf(line: FoundLine): 'started' | 'done' | 'failed' {
  if (isCommandLine(line)) return line.result;
  return line.code < 400 ? 'done' : 'failed';
}

/** Opens the audit files to search. @throws {CommandError} if there is none. */
async function open(file: string | undefined, from: Instant | undefined) {
  if (file === standardInput) {
    const read = () => process.stdin as AsyncIterable<Buffer>;
    return [{path: 'standard input', read, close: () => Promise.resolve()}];
  }
  const path = file ?? pathOfSettings();
  const files = await openAuditFiles(path, from).catch((error: unknown) => {
    throw new CommandError(describeFileError(`read ${path}`, error));
  });
  if (!files.length && !(await openAuditFiles(path).then(closeAll)))
    throw new CommandError(`There is no audit log: ${path}.`);
  return files;
}

/** Closes files and returns their number. */
async function closeAll(files: readonly {close(): Promise<void>}[]): Promise<number> {
  await Promise.all(files.map(each => each.close()));
  return files.length;
}

function pathOfSettings(): string {
  const {TAVLE_AUDIT: audit, TAVLE_STORE: store} = withoutEmpty(process.env);
  const destination = auditDestination(audit, store);
  if (destination === undefined) {
    throw new CommandError('TAVLE_AUDIT is off, so nothing is recorded. Name an older file: --file PATH.');
  }
  if (destination !== standardOutput) return destination;
  throw new CommandError(
    'The service writes its audit log to standard output (TAVLE_AUDIT). Pipe the collected log into this command: --file -',
  );
}

async function printJson(lines: readonly FoundLine[]): Promise<void> {
  await write(lines.map(line => JSON.stringify(line)));
}

function printForPeople() {
  const names = namesOfSettings();
  return (lines: readonly FoundLine[]) => write(lines.map(line => describeLine(line, cvr => names.get(cvr))));
}

async function write(lines: readonly string[]): Promise<void> {
  if (!process.stdout.write(lines.map(line => `${line}\n`).join(''))) await once(process.stdout, 'drain');
}

/** Returns the names of authorities and suppliers by CVR number. Empty without a valid portal file. */
function namesOfSettings(): ReadonlyMap<string, string> {
  const {TAVLE_PORTAL: path} = withoutEmpty(process.env);
  try {
    const {authorities, suppliers} = readPortal(path ?? '', hasCvrForm);
    return new Map([...suppliers.values(), ...authorities.values()].map(({cvr, navn}) => [cvr, navn]));
  } catch {
    return new Map();
  }
}

function parseCvr(text = ''): string {
  if (!hasCvrForm(text)) throw new CommandError(`"${text}" is not a CVR number of eight digits.`);
  return text;
}

/** Parses a date or a time. @param daysLater Added to a date without a time; 1 for the end of the day. */
function parseInstant(text: string | undefined, daysLater = 0): Instant | undefined {
  if (text === undefined) return undefined;
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : parseDate(text);
  const exists = date !== undefined && parseDatetime(date) !== undefined;
  const instant = parseDatetime(exists ? addDays(date, daysLater) : text);
  if (instant !== undefined) return instant;
  throw new CommandError(
    `"${text}" is not a date or a time: write 2026-12-31, 31-12-2026 or 2026-12-31T09:00.`,
  );
}
