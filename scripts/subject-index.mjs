import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {anchorOf} from './anchors.mjs';

/*
 * Renders the index of the manual, for `docs-tables.mjs`: the headings of the pages, the words of the glossary and the settings, in alphabetical
 * order, each with links. If a heading names no subject, add it to `generic`.
 */

/** Matches headings that name no subject without the title of their page. */
const generic =
  /^(?:\d+\. .*|Next|Example|Examples|Operations|Requests|Attributes|Properties|Methods|Events|Slots|Parts|States|Fields|Words|Tests|Notes|Limits|Guarantees|Goals|Measurements|Settings|Perceivable|Operable|In the page|Engines|Interfaces|Folders|Commands|Style|Tools|.*, (?:Danish|English), .*)$/;

/** @param {readonly string[]} names Of the pages in `docs`. @param {readonly string[]} settings Names. */
export function subjectIndex(names, settings) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  /** @param {string} subject @param {string} title @param {string} link From `docs/reference`. */
  const add = (subject, title, link) => {
    const known = places.get(subject) ?? [];
    places.set(subject, [...known, `[${title}](${link})`]);
  };
  for (const name of names) {
    const text = readFileSync(join('docs', name), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const link = name.startsWith('reference/') ? name.slice('reference/'.length) : `../${name}`;
    const isDanish = name === 'guides/redaktion.md';
    add(title, title, link);
    for (const [, , heading = ''] of text.matchAll(/^(##|###) (.+)$/gm)) {
      if (!generic.test(heading) && !isDanish && heading !== title)
        add(heading, title, `${link}#${anchorOf(heading)}`);
    }
  }
  const glossary = readFileSync('docs/reference/glossary.md', 'utf8').split('## Words')[1] ?? '';
  for (const [, word = ''] of glossary.matchAll(/^\| (?!Word \|)(?!---)([^|]+) \|/gm))
    add(word, 'Glossary', 'glossary.md#words');
  for (const name of settings) add(`\`${name}\``, 'Settings', 'settings.md');
  const collator = new Intl.Collator('en');
  const keyOf = (/** @type {string} */ subject) => subject.replaceAll(/[`<>(]|^(?:A|An|The) /g, '');
  const rows = [...places].toSorted(([one], [other]) => collator.compare(keyOf(one), keyOf(other)));
  return rows.map(([subject, links]) => `- ${subject}: ${links.join(', ')}\n`).join('');
}
