import {runnerImport} from 'vite';

/** The words of one of the elements in both languages, as a table; those with names or numbers in them are left out.
 * @param {'dashboard' | 'calendar'} feature */
export async function wordTable(feature) {
  const danish = await stringsOf(feature, 'da');
  const english = await stringsOf(feature, 'en');
  const rows = Object.entries(danish)
    .filter(([, text]) => typeof text === 'string')
    .map(([key, text]) => `| \`${key}\` | ${text} | ${english[key]} |\n`);
  return ['| Key in `strings` | Danish | English |\n', '| --- | --- | --- |\n', ...rows].join('');
}

/** @param {string} feature
 * @param {'da' | 'en'} language
 * @returns {Promise<Record<string, unknown>>} */
async function stringsOf(feature, language) {
  const {module} = await runnerImport(`./client/${feature}/${language}.ts`);
  return /** @type {Record<string, Record<string, unknown>>} */ (module)[language] ?? {};
}
