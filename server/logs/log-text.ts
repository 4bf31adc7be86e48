import {escape} from './escape.ts';

/** Fields at the beginning of a line, or that are useless on a terminal. */
const leadingFields = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'err']);

/** Formats a line of the JSON log as text. The stack of an error follows on separate lines. */
export function toText(json: string): string {
  const line = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(line)
    .filter(([name]) => !leadingFields.has(name))
    .map(([name, value]) => `${name}=${valueOf(value)}`);
  const {text, stack} = describe(line.err);
  const parts = [
    String(line.time),
    String(line.level).toUpperCase().padEnd(5),
    String(line.msg),
    text,
    ...fields,
  ];
  return `${parts.filter(Boolean).join('  ')}\n${stack}`;
}

/** Quotes texts with white space, quotes or control characters. */
function valueOf(value: unknown): string {
  return typeof value === 'string' && /^[^\s"\p{C}]+$/u.test(value) ? value : escaped(JSON.stringify(value));
}

/** Escapes control characters that JSON does not escape. */
function escaped(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, escape);
}

/** Returns the messages of an error and its causes, and its stack. */
function describe(error: unknown): {text: string; stack: string} {
  if (typeof error !== 'object' || error === null) return {text: '', stack: ''};
  const {message, code, stack, cause} = error as Readonly<Record<string, unknown>>;
  const own = `${escaped(JSON.stringify(message)).slice(1, -1)}${code === undefined ? '' : ` (${valueOf(code)})`}`;
  const because = describe(cause).text;
  const frames = typeof stack === 'string' ? stack.split('\n').filter(each => /^\s+at /.test(each)) : [];
  return {text: because ? `${own}: ${because}` : own, stack: frames.map(frame => `${frame}\n`).join('')};
}
