import type {AuditLine, CommandLine} from '../logs/audit-line.ts';

/** The maximum length of a line, in bytes. The service writes shorter ones. */
const maxLineBytes = 1024 * 1024;

const lineFeed = 10;

/** A line about a request or about an operator's command. */
export type FoundLine = AuditLine | CommandLine;

/** Counts unreadable lines. */
export interface Unread {
  /** Lines that look like those of an audit log, but can't be parsed. */
  lines: number;
}

/**
 * Yields lines of an audit log in batches. Buffers at most one chunk and one line of bounded length. Skips other lines, such as those of
 * other logs.
 *
 * @param texts Selects lines that contain all of them.
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

/** Buffers an incomplete line. */
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

/** The beginning of each line. */
const beginning = '{"time":"';

/**
 * Parses a line, also after an incomplete line that another process left on a full disk.
 *
 * @returns `undefined` for lines that are not about a change.
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

/** Returns whether a value is a line about a request. Other lines report the start of the service, for instance. */
function isAuditLine(value: unknown): value is AuditLine {
  const {time, interface: letter, method, code} = value as Readonly<Record<string, unknown>>;
  return (
    typeof time === 'string' &&
    typeof letter === 'string' &&
    typeof method === 'string' &&
    typeof code === 'number'
  );
}
