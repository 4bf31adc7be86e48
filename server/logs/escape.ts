/** Writes each UTF-16 code unit of a text as JSON can escape it: `\u009b`. */
export function escape(text: string): string {
  return Array.from(
    {length: text.length},
    (_, place) => `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Escapes control characters: stored texts must not write to the operator's terminal. */
export function printable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character =>
    character < ' ' ? JSON.stringify(character).slice(1, -1) : escape(character),
  );
}
