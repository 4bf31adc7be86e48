import {readFileSync} from 'node:fs';

interface ErrorMessages {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** Messages of zod and V8's JSON parser. */
const libraryText =
  /^Invalid|expected .* received|Unexpected (?:token|end|non)|^Too (?:big|small)|^Unrecognized/i;

/** The field is the subject of its message. A suggestion may follow. */
const fieldMessage = /^(?:Must|Is) .+\.(?: Did you mean [^?]+\?)?$/s;

/** One or more full sentences. */
const sentence = /^[A-Z].+\.$/s;

const listedMessages = readListedMessages();

/** Returns a pattern for each row of the table for callers in docs/reference/messages.md, where `…` stands for a value. */
function readListedMessages(): RegExp[] {
  const page = readFileSync(new URL('../../../docs/reference/messages.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split(/^<!-- (?:messages: callers|end) -->$/m);
  return Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, row = '']) => {
    const parts = row.replaceAll('&lt;', '<').split('…');
    return new RegExp(
      `^${parts.map(part => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('.*')}$`,
      's',
    );
  });
}

/** Checks that messages follow the style in CONTRIBUTING.md, and that docs/reference/messages.md lists them. @throws {Error} with the first message that does not. */
export function requireMessageStyle({message, errors = {}}: ErrorMessages): void {
  const fields = Object.entries(errors).flatMap(([field, messages]) => messages.map(text => ({field, text})));
  for (const {field, text} of [{field: 'message', text: message}, ...fields]) {
    // Many JSON parsers reject half of a character.
    if (!text.isWellFormed()) throw new Error(`The message of ${field} has an unpaired surrogate.`);
    if (libraryText.test(text)) throw new Error(`A library wrote the message of ${field}: ${text}`);
    if (!listedMessages.some(pattern => pattern.test(text)))
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
