import {readFileSync} from 'node:fs';

/* The style of error messages, for the tests that read responses. Every message must also be in
 * docs/reference/messages.md. */

interface ErrorMessages {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** Messages of zod and V8's JSON parser. */
const libraryText =
  /^Invalid|expected .* received|Unexpected (?:token|end|non)|^Too (?:big|small)|^Unrecognized/i;

/** The form of a message about a field: the field is the subject. A suggestion may follow. */
const fieldMessage = /^(?:Must|Is) .+\.(?: Did you mean [^?]+\?)?$/s;

/** One or more full sentences. */
const sentence = /^[A-Z].+\.$/s;

/** Rows that fit every message about a field: other rows list these messages with their types. */
const generalRow = /^Must be …(?:, not null)?\.(?: Did you mean …\?)?$/;

/** The beginning of messages whose type the source has in a variable, so that the page has only a general row. */
const unlisted = 'Must be a number from 1 to 7, or one of ';

const listedMessages = readListedMessages();

/** Returns a pattern for each row of the table for callers in docs/reference/messages.md, where `…` stands for a value, at the beginning for sentences. */
function readListedMessages(): RegExp[] {
  const page = readFileSync(new URL('../../../docs/reference/messages.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split(/^<!-- (?:messages: callers|end) -->$/m);
  const rows = Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, row = '']) => row.replaceAll('&lt;', '<'));
  return rows
    .filter(row => !generalRow.test(row))
    .map(row => {
      const [start = '', ...parts] = row
        .split('…')
        .map(part => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
      return new RegExp(`^${[start || String.raw`(?<sentences>.+[.])`, ...parts].join('.*')}$`, 's');
    });
}

/** Returns whether the page lists a message, without the endings that messages about any field can have. */
function isListed(text: string): boolean {
  const plain = text.replace(/ Did you mean [^?]+\?$/, '').replace(/, not null\.$/, '.');
  return (
    plain.startsWith(unlisted) ||
    listedMessages.some(pattern => {
      const match = pattern.exec(plain);
      const sentences = match?.groups?.sentences;
      return match !== null && (sentences === undefined || isListed(sentences));
    })
  );
}

/** Checks, for tests of responses, that messages follow the style in CONTRIBUTING.md, and that docs/reference/messages.md lists them. @throws {Error} */
export function requireMessageStyle({message, errors = {}}: ErrorMessages): void {
  const fields = Object.entries(errors).flatMap(([field, messages]) => messages.map(text => ({field, text})));
  for (const {field, text} of [{field: 'message', text: message}, ...fields]) {
    // Many JSON parsers reject half of a character.
    if (!text.isWellFormed()) throw new Error(`The message of ${field} has an unpaired surrogate.`);
    if (libraryText.test(text)) throw new Error(`A library wrote the message of ${field}: ${text}`);
    if (!isListed(text))
      throw new Error(`docs/reference/messages.md does not list the message of ${field}: ${text}`);
  }
  if (!sentence.test(message)) throw new Error(`The message is not a sentence: ${message}`);
  const [first] = fields;
  if (first && !message.includes(first.field))
    throw new Error(`The message does not name ${first.field}: ${message}`);
  for (const {field, text} of fields) {
    if (!fieldMessage.test(text))
      throw new Error(`The message of ${field} does not say what it must be: ${text}`);
  }
}
