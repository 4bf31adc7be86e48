import {runnerImport} from 'vite';

import {markdownTable} from '../markdown-table.mjs';

/** The folders of the elements' texts. */
const folders = {
  dashboard: 'dashboard',
  calendar: 'calendar',
  deadlines: 'frist',
  forms: 'forms',
  editorial: 'editorial',
};

/** Returns a table of an element's texts in both languages, without those that contain names or numbers.
 * @param {keyof typeof folders} feature */
export async function stringsTable(feature) {
  const danish = await stringsOf(feature, 'da');
  const english = await stringsOf(feature, 'en');
  const rows = Object.entries(danish).map(([key, text]) => [`\`${key}\``, text, english[key] ?? '']);
  return markdownTable([['Key in `strings`', 'Danish', 'English'], ...rows]);
}

/** Returns the texts by key. A text in an object has a key such as `reasons.away`.
 * @param {keyof typeof folders} feature
 * @param {'da' | 'en'} language
 * @returns {Promise<Record<string, string>>} */
async function stringsOf(feature, language) {
  const {module} = await runnerImport(`./client/${folders[feature]}/strings/${language}.ts`);
  const strings = Object.entries(/** @type {Record<string, object>} */ (module)[language] ?? {});
  const named = strings.flatMap(([key, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, text]) => [`${key}.${name}`, text])
      : [[key, value]],
  );
  return Object.fromEntries(named.filter(([, text]) => typeof text === 'string'));
}
