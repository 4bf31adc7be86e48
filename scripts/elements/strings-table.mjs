import {runnerImport} from 'vite';

/** The files of an element's texts by language. Some Danish texts are loaded with a part of the element. */
const files = {
  dashboard: {da: ['dashboard/strings/da'], en: ['dashboard/strings/en']},
  calendar: {
    da: ['calendar/strings/da'],
    en: ['calendar/strings/en'],
  },
  deadlines: {da: ['frist/strings/da'], en: ['calendar/strings/en']},
  forms: {da: ['forms/strings/da'], en: ['forms/strings/en']},
};

/** Returns a table of an element's texts in both languages, without those that contain names or numbers.
 * @param {keyof typeof files} feature */
export async function stringsTable(feature) {
  const danish = await stringsOf(feature, 'da');
  const english = await stringsOf(feature, 'en');
  const rows = Object.entries(danish).map(([key, text]) => `| \`${key}\` | ${text} | ${english[key]} |\n`);
  return ['| Key in `strings` | Danish | English |\n', '| --- | --- | --- |\n', ...rows].join('');
}

/** Returns the texts by key. A text in an object has a key such as `reasons.away`.
 * @param {keyof typeof files} feature
 * @param {'da' | 'en'} language
 * @returns {Promise<Record<string, string>>} */
async function stringsOf(feature, language) {
  /** @type {[string, unknown][]} */
  const strings = [];
  for (const file of files[feature][language]) {
    const {module} = await runnerImport(`./client/${file}.ts`);
    strings.push(...Object.entries(/** @type {Record<string, object>} */ (module)[language] ?? {}));
  }
  const named = strings.flatMap(([key, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, text]) => [`${key}.${name}`, text])
      : [[key, value]],
  );
  return Object.fromEntries(named.filter(([, text]) => typeof text === 'string'));
}
