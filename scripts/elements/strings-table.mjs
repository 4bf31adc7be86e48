import {markdownTable} from '../markdown-table.mjs';

/** Returns a table of an element's texts in both languages, without those that contain names or numbers.
 * @param {object} danish @param {object} english */
export function stringsTable(danish, english) {
  const translated = textsOf(english);
  const rows = Object.entries(textsOf(danish)).map(([key, text]) => [
    `\`${key}\``,
    text,
    translated[key] ?? '',
  ]);
  return markdownTable([['Key in `strings`', 'Danish', 'English'], ...rows]);
}

/** Returns the texts by key. A text in an object has a key such as `reasons.away`.
 * @param {object} strings @returns {Record<string, string>} */
function textsOf(strings) {
  const named = Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, text]) => [`${key}.${name}`, text])
      : [[key, value]],
  );
  return Object.fromEntries(named.filter(([, text]) => typeof text === 'string'));
}
