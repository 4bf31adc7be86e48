/** Writes each UTF-16 code unit of a text as JSON can escape it: `\u009b`. */
export function escape(text: string): string {
  return Array.from(
    {length: text.length},
    (_, place) => `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');
}
