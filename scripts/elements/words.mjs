import {runnerImport} from 'vite';

/** The words of one of the elements in both languages, as a table; those with names or numbers in them are left out.
 * @param {'dashboard' | 'calendar' | 'deadlines' | 'forms'} feature */
export async function wordTable(feature) {
  const danish = await stringsOf(feature, 'da');
  const english = await stringsOf(feature, 'en');
  const rows = Object.entries(danish).map(([key, text]) => `| \`${key}\` | ${text} | ${english[key]} |\n`);
  return ['| Key in `strings` | Danish | English |\n', '| --- | --- | --- |\n', ...rows].join('');
}

/** Returns the texts by key; those of an object have a key like `reasons.away`.
 * @param {string} feature
 * @param {'da' | 'en'} language
 * @returns {Promise<Record<string, string>>} */
async function stringsOf(feature, language) {
  const {module} = await runnerImport(`./client/${feature}/strings/${language}.ts`);
  const strings = /** @type {Record<string, Record<string, unknown>>} */ (module)[language] ?? {};
  const named = Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, text]) => [`${key}.${name}`, text])
      : [[key, value]],
  );
  return Object.fromEntries(named.filter(([, text]) => typeof text === 'string'));
}
