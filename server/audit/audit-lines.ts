import type {AuditLine, CommandLine} from '../http/middleware/audit.ts';

/** The longest line that is read, in bytes. The service writes shorter ones. */
const maxLineBytes = 1024 * 1024;

const lineFeed = 10;

/** A line that a search finds: about a request, or about a command of an operator. */
export type FoundLine = AuditLine | CommandLine;

/** Counts what could not be read. */
export interface Unread {
  /** Lines that look like those of an audit log, and can't be read. */
  lines: number;
}

/**
 * Returns the lines of an audit log that are wanted, some at a time, and holds one chunk and one line of bounded length at most. Other
 * lines, such as those of other logs, are left out.
 *
 * @param texts Each line that is wanted contains all of them.
 */
export async function* findLines(
  chunks: AsyncIterable<Buffer>,
  texts: readonly string[],
  isWanted: (line: FoundLine) => boolean,
  unread: Unread,
): AsyncGenerator<FoundLine[]> {
  for await (const lines of splitLines(chunks, unread)) {
    const found = lines
      .filter(text => texts.every(each => text.includes(each)))
      .flatMap(text => parseLine(text, unread) ?? [])
      .filter(isWanted);
    if (found.length) yield found;
  }
}

/** Splits a text at its line ends. */
async function* splitLines(chunks: AsyncIterable<Buffer>, unread: Unread): AsyncGenerator<string[]> {
  let rest = createLine();
  for await (const chunk of chunks) {
    const first = chunk.indexOf(lineFeed);
    const last = chunk.lastIndexOf(lineFeed);
    rest.add(first < 0 ? chunk : chunk.subarray(0, first));
    if (first < 0) continue;
    const start = rest.end();
    if (start === undefined) unread.lines += 1;
    const others = last > first ? chunk.toString('utf8', first + 1, last).split('\n') : [];
    rest = createLine();
    rest.add(chunk.subarray(last + 1));
    yield start === undefined ? others : [start, ...others];
  }
  yield [rest.end() ?? ''];
}

/** The beginning of a line whose end is not read yet. */
function createLine() {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    add(part: Buffer): void {
      length += part.length;
      if (length <= maxLineBytes) parts.push(part);
      else parts.length = 0;
    },
    /** Returns the whole line; `undefined` for one that is too long. */
    end: () => (length <= maxLineBytes ? Buffer.concat(parts).toString() : undefined),
  };
}

/** What each line begins with. */
const beginning = '{"time":"';

/**
 * Parses a line. One that another process wrote behind half a line, on a full disk, is found as well.
 *
 * @returns `undefined` for lines that say nothing of a change.
 */
function parseLine(text: string, unread: Unread): FoundLine | undefined {
  const starts = [0, text.lastIndexOf(beginning)].filter(start => text.startsWith(beginning, start));
  for (const start of starts) {
    const value = parseJson(text.slice(start));
    if (value !== undefined) return isAuditLine(value) || isCommandLine(value) ? value : undefined;
  }
  if (starts.length) unread.lines += 1;
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isCommandLine(value: unknown): value is CommandLine {
  const {time, event, command, result} = value as Readonly<Record<string, unknown>>;
  return (
    typeof time === 'string' &&
    event === 'command' &&
    typeof command === 'string' &&
    typeof result === 'string'
  );
}

/** Whether a value is a line about a request: other lines say when the service started, for instance. */
function isAuditLine(value: unknown): value is AuditLine {
  const {time, interface: letter, method, code} = value as Readonly<Record<string, unknown>>;
  return (
    typeof time === 'string' &&
    typeof letter === 'string' &&
    typeof method === 'string' &&
    typeof code === 'number'
  );
}
