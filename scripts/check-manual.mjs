import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import {anchorOf} from './anchors.mjs';

/*
 * Checks the links, anchors, paths and npm commands in Markdown files, the length and first sentence of the pages of the manual, and that
 * docs/README.md lists each page once.
 */

/** Maximum number of lines that people write, without the generated ones. */
const maxLines = 200;
const manual = readdirSync('docs', {recursive: true, encoding: 'utf8'})
  .filter(name => name.endsWith('.md'))
  .map(name => join('docs', name));
const others = ['README.md', 'client/README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const texts = new Map([...manual, ...others].map(path => [path, readFileSync(path, 'utf8')]));

const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
/** The folders of the repository whose files are named by their whole path. */
const folders = 'bench|certificates|client|demo|deploy|docs|e2e|scripts|server';

const problems = [...texts].flatMap(([path, text]) => [
  ...(manual.includes(path) ? problemsOfPage(text) : []).map(problem => `${path} ${problem}`),
  ...deadLinks(path, text).map(link => `${path} links to ${link}, which does not exist`),
  ...brokenLinks(text).map(link => `${path} has "${link}" outside of a link`),
  ...missingPaths(text).map(name => `${path} names ${name}, which does not exist`),
  ...missingScripts(text).map(name => `${path} names npm run ${name}, which package.json does not have`),
]);
const contents = [...(texts.get('docs/README.md') ?? '').matchAll(/^- \[[^\]]+\]\(([\w/-]+\.md)\)/gm)].map(
  ([, name = '']) => join('docs', name),
);
for (const path of manual) {
  const times = contents.filter(name => name === path).length;
  if (path !== join('docs', 'README.md') && times !== 1)
    problems.push(`docs/README.md names ${path} ${times} times`);
}
for (const problem of problems) console.error(`${problem}.`);
if (problems.length) process.exitCode = 1;

/** @param {string} text */
function problemsOfPage(text) {
  const written = text.replaceAll(/(<!-- \w+: [^]*? -->\n)[^]*?(<!-- end -->)/g, '$1$2');
  // `npm run bench` writes these pages.
  const isMeasured = text.startsWith('# Benchmarks');
  const lines = written.trimEnd().split('\n').length;
  return [
    ...(lines > maxLines && !isMeasured ? [`has ${lines} lines: split it, at most ${maxLines}`] : []),
    ...(/^# .+\n\n(How to|What|Which|The) /.test(text)
      ? []
      : ['does not begin with what it shows, as in "How to …"']),
  ];
}

/**
 * @param {string} path
 * @param {string} text
 */
function deadLinks(path, text) {
  const links = [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^):\s]+)\)/g)];
  return links
    .map(([, link = '']) => link)
    .filter(link => {
      const [name = '', anchor] = link.split('#');
      const target = name ? join(dirname(path), name) : path;
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
    });
}

/** Returns targets of links in parentheses that do not follow the text of a link.
 * @param {string} text */
function brokenLinks(text) {
  return (
    text.replaceAll(/^```[^]*?^```$/gm, '').match(/(?<!\])\((?:\.\.?\/|#)?[\w/-]+\.md(?:#[^)\s]*)?\)/g) ?? []
  );
}

/** Returns paths in code spans that begin with a folder of the repository and do not exist. Ignores patterns.
 * @param {string} text */
function missingPaths(text) {
  const spans = text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g);
  const words = [...spans].flatMap(([, span = '']) => span.split(/[\s"',;()]+/));
  const isPath = new RegExp(`^(?:${folders})/[^*{…]*$`);
  return words.filter(word => isPath.test(word) && !existsSync(word));
}

/** @param {string} text */
function missingScripts(text) {
  return [...text.matchAll(/npm run ([\w:]+)/g)]
    .map(([, name = '']) => name)
    .filter(name => !(name in scripts));
}

/** Returns the anchors of the headings of a page.
 * @param {string} text */
function anchorsOf(text) {
  const headings = text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}
