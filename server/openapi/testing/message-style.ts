interface ErrorMessages {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** What zod and V8's JSON parser write. */
const libraryText =
  /^Invalid|expected .* received|Unexpected (?:token|end|non)|^Too (?:big|small)|^Unrecognized/i;

/** The subject of a field's message is the field. */
const fieldMessage = /^(?:Must|Is) .+\.$/s;

/** One or more full sentences. */
const sentence = /^[A-Z].+\.$/s;

/** Checks that an error is written as CONTRIBUTING.md says. @throws {Error} naming the first message that is not. */
export function requireMessageStyle({message, errors = {}}: ErrorMessages): void {
  const fields = Object.entries(errors).flatMap(([field, messages]) => messages.map(text => ({field, text})));
  for (const {field, text} of [{field: 'message', text: message}, ...fields]) {
    if (libraryText.test(text)) throw new Error(`A library wrote the message of ${field}: ${text}`);
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
